// What every connector makes of an answer, whatever its wire.
import type * as z from 'zod';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { CallFailure, IncomingAnswer, OutgoingCall } from './marketplace.ts';

/** A call that failed. @param code of the marketplace, or ours @param retryAfterMs as the marketplace asks; null: it does not */
export const failure = (
  kind: CallFailure['kind'],
  code: string,
  message: string,
  retryAfterMs: number | null = null,
): CallFailure => ({ kind, code, message, retryAfterMs });

/** What an HTTP status means by itself; null for a 2xx. */
export function failureOfStatus(status: number, retryAfterMs: number | null): CallFailure | null {
  if (status >= 200 && status < 300) return null;
  const code = String(status);
  const message = `HTTP ${status}`;
  if (status >= 300 && status < 400) return failure('invalid', 'redirected', message);
  if (status === 429) return failure('rate_limited', code, message, retryAfterMs);
  if (status >= 500 || status === 408 || status === 425)
    return failure('unavailable', code, message, retryAfterMs);
  if (status === 401) return failure('unauthorized', code, message);
  if (status === 403) return failure('forbidden', code, message);
  if (status === 404 || status === 410) return failure('not_found', code, message);
  return failure('invalid', code, message);
}

/** The failure of an answer: by the call's own `faultOf`, else by the status; null: no failure. */
export function failureOfAnswer(
  { faultOf }: Pick<OutgoingCall, 'faultOf'>,
  { status, body }: Pick<IncomingAnswer, 'status' | 'body'>,
  retryAfterMs: number | null,
): CallFailure | null {
  const fault = faultOf?.(status, body) ?? null;
  if (fault === null) return failureOfStatus(status, retryAfterMs);
  return { ...fault, retryAfterMs: fault.retryAfterMs ?? retryAfterMs };
}

/**
 * The failure of calls as a whole: a refused token, which concerns the account, or the first failure where all failed. Null: a call
 * that failed while others succeeded fails alone.
 */
export function failureOfAll(results: readonly Result<unknown, CallFailure>[]): CallFailure | null {
  const failures = results.flatMap((result) => (result.ok ? [] : [result.error]));
  const refused = failures.find(({ kind }) => kind === 'unauthorized');
  return refused ?? (failures.length === results.length ? (failures[0] ?? null) : null);
}

/** The failure of a 2xx that cannot be understood. */
export const unreadable = (what: string): CallFailure =>
  failure('invalid', 'unreadable', `The answer about ${what} cannot be understood`);

/**
 * Makes a marketplace's decoder: a 2xx by its schema, every other answer as the failure that it is.
 * @param refine the failure with the marketplace's own code and words, where the body has them
 */
export const decoder =
  (refine: (failure: CallFailure, body: unknown) => CallFailure) =>
  <T extends z.ZodType>(
    answer: Result<IncomingAnswer, CallFailure>,
    schema: T,
    what: string,
  ): Result<z.infer<T>, CallFailure> => {
    if (!answer.ok) return answer;
    const { failure: refused, body } = answer.value;
    if (refused !== null) return fail(refine(refused, body));
    const read = schema.safeParse(body);
    // Some errors come under a 2xx: then the body has its code.
    return read.success ? ok(read.data) : fail(refine(unreadable(what), body));
  };
