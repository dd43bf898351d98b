// The envelope of every answer: a call succeeded where `error` is empty, whatever the HTTP status.
// https://open.shopee.com/developer-guide/20
import * as z from 'zod';
import type { Clock } from '../../../kernel/clock.ts';
import { maybe, Text } from '../../../kernel/lenient.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, failureOfStatus, unreadable } from '../../answers.ts';
import type { CallFailure, IncomingAnswer } from '../../marketplace.ts';

const Envelope = z.object({ error: maybe(Text), message: maybe(Text) });

/** The documentation's samples have it where there is no error. */
const NO_ERROR = '-';
/** Some codes are written with the module that they come from, some without: `product.error_param`. */
const MODULE = /^[a-z_]+\./;
const MODULE_AND_CODE = /^[\w.]{1,100}$/;

/** The pause after a burst; Shopee does not report how long. */
const BURST_MS = 2_000;
/** The day of the quota begins at midnight in Singapore. */
const QUOTA_ZONE_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** The meaning of each code, whatever the call; Shopee misspells two of them on the wire. */
const KINDS: Readonly<Record<string, CallFailure['kind']>> = {
  invalid_acceess_token: 'unauthorized',
  invalid_access_token: 'unauthorized',
  error_auth: 'unauthorized',
  error_sign: 'forbidden',
  partner_shop_no_link: 'forbidden',
  shop_banned: 'forbidden',
  error_kyc_auth: 'forbidden',
  source_ip_undeclared: 'forbidden',
  error_permission: 'forbidden',
  error_perm: 'forbidden',
  error_perm_non_admin: 'forbidden',
  error_rate_limit: 'rate_limited',
  error_limit: 'rate_limited',
  error_system_busy: 'unavailable',
  error_inner: 'unavailable',
  error_server: 'unavailable',
  error_network: 'unavailable',
  error_not_found: 'not_found',
  error_item_not_found: 'not_found',
};

/** Milliseconds until the day's quota begins again. */
const untilQuota = (now: Date) => DAY_MS - ((now.getTime() + QUOTA_ZONE_MS) % DAY_MS);

/** The code of an answer without its module; null: it reports no error. */
export function errorOf(body: unknown): { code: string; message: string | null } | null {
  const { data } = Envelope.safeParse(body);
  if (data?.error == null || data.error === NO_ERROR) return null;
  const written = data.error.trim();
  const code = MODULE_AND_CODE.test(written) ? written.replace(MODULE, '') : 'error';
  return { code, message: data.message };
}

/** Makes the function that reads the failure of an answer from its body; null: the body reports none, or is no envelope. */
export const faultsBy =
  (clock: Clock) =>
  (status: number, body: unknown): CallFailure | null => {
    const error = errorOf(body);
    if (error === null) return null;
    const { code } = error;
    const byStatus = failureOfStatus(status, null);
    const kind = KINDS[code] ?? byStatus?.kind ?? 'invalid';
    const message = (error.message ?? code).slice(0, 500);
    const retryAfterMs =
      code === 'error_rate_limit' ? BURST_MS : code === 'error_limit' ? untilQuota(clock()) : null;
    return failure(kind, code, message, retryAfterMs ?? byStatus?.retryAfterMs ?? null);
  };

/** The payload of an answer: in `response`, or, in those about tokens and shops, beside the envelope's own fields. */
const payloadOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'response' in body && body.response !== null
    ? body.response
    : body;

/** Decodes an answer by its schema; else its failure. */
export function decode<T extends z.ZodType>(
  answer: Result<IncomingAnswer, CallFailure>,
  schema: T,
  what: string,
): Result<z.infer<T>, CallFailure> {
  if (!answer.ok) return answer;
  if (answer.value.failure !== null) return fail(answer.value.failure);
  const read = schema.safeParse(payloadOf(answer.value.body));
  return read.success ? ok(read.data) : fail(unreadable(what));
}
