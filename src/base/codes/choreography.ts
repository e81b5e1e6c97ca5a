/** Codes of the area `choreography`. */
export const choreographyCodes = {} as const;
