export {
  type CompareOp,
  type Formula,
  type MetaField,
  metaFields,
  type Predicates,
  type Term,
} from "./formula.ts";
