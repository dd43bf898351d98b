/** An expected outcome as a value: a success with its result, or a failure that the caller has to handle. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** A success. */
export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
/** An expected failure; a bug is thrown. */
export const fail = <E>(error: E): { ok: false; error: E } => ({ ok: false, error });
