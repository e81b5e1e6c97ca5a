/** Codes of the area `cli`. */
export const cliCodes = {} as const;
