/** Codes of the area `runtime`. */
export const runtimeCodes = {} as const;
