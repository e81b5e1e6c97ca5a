export { arbitraryFormula, type FormulaArbitraryOptions } from "./arbitrary-formula.ts";
export { arbitraryMsc, type MscArbitraryOptions } from "./arbitrary-msc.ts";
export { arbitraryValue, sampleNames, samplePredicates } from "./values.ts";
