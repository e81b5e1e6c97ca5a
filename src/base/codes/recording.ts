/** Codes of the area `recording`. */
export const recordingCodes = {} as const;
