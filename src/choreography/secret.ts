import type { StandardSchemaV1 } from "@standard-schema/spec";

// Registered: two copies of this package may be loaded, and each must know the other's marks.
const secretKey: unique symbol = Symbol.for("lightcone.secret");

/**
 * Marks a variable's schema: its values never leave the lifeline, no formula reads them, and recordings hold salted
 * digests in their place. Actions of the lifeline may be given them.
 */
export function secret<S extends StandardSchemaV1>(schema: S): S {
  // The schema itself stays as it is, since others may use it; what it can do is inherited.
  return Object.create(schema, { [secretKey]: { value: true } });
}

/** Whether a schema was marked by {@link secret}. */
export function isSecret(schema: StandardSchemaV1): boolean {
  return Object.hasOwn(schema, secretKey);
}
