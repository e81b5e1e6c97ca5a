/** Codes of the online monitor. */
export const monitorCodes = {} as const;
