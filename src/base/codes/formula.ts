/** Codes of the area `formula`. */
export const formulaCodes = {} as const;
