declare const brand: unique symbol;

/** A type that only its maker can make: `T` at run time, distinct at compile time. */
export type Brand<T, B extends string> = T & { readonly [brand]: B };

/** The name of a participant: agent, person or service. Not empty, without `#`. */
export type Lifeline = string;

/**
 * Names a step of a choreography: the author's label, else the step's path and its ordinal among equal siblings
 * (design, 6.2). Inserting other steps does not change it.
 */
export type StepId = Brand<string, "StepId">;

/** A SHA-256 as 64 lower-case hexadecimal digits. */
export type Digest = Brand<string, "Digest">;

/** Nanoseconds since the Unix epoch as a decimal string without sign or leading zeros. */
export type Nanos = Brand<string, "Nanos">;
