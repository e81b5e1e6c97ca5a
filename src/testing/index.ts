export { arbitraryFormula, type FormulaArbitraryOptions } from "./arbitrary-formula.ts";
export { arbitraryMsc, type MscArbitraryOptions } from "./arbitrary-msc.ts";
export { expectHolds } from "./expect-holds.ts";
export { type ExplorationOptions, explore, fails, succeeds } from "./explore.ts";
export { arbitraryValue, sampleNames, samplePredicates } from "./values.ts";
export { withPrograms } from "./with-programs.ts";
