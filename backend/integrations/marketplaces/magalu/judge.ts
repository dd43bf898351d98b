// What the answer to a price write means, before anything is read back.
import type { Result } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type { CallFailure, IncomingAnswer, PushOutcome } from '../../marketplace.ts';
import { Accepted, refine } from './wire.ts';

/** PATCH changes a price, and POST creates one. */
export type Verb = 'PATCH' | 'POST';

export type Verdict =
  /** Magalu will set the price, and reports the outcome under the trace; null: it gave none. */
  | { kind: 'taken'; traceId: string | null }
  /** There is no price to change, or one already: the other verb is needed. */
  | { kind: 'switch'; to: Verb }
  | { kind: 'over'; outcome: PushOutcome };

/** The pause after which a locked SKU is worth another attempt. */
const LOCKED_MS = 30_000;

const over = (outcome: PushOutcome): Verdict => ({ kind: 'over', outcome });
const failed = (fault: CallFailure): Verdict => over({ kind: 'failed', failure: fault });

/** The answer is missing or unreadable: the price may have been accepted, unless the call never left. */
function afterNoAnswer(fault: CallFailure): Verdict {
  const { kind, code, message } = fault;
  if (code === 'address_refused') return over({ kind: 'rejected', code, message });
  return failed({ ...fault, kind: kind === 'invalid' ? 'unavailable' : kind });
}

/** Judges the answer to a price that was sent by a verb. */
export function judge(answer: Result<IncomingAnswer, CallFailure>, verb: Verb): Verdict {
  if (!answer.ok) return afterNoAnswer(answer.error);
  const { status, failure: refused, body } = answer.value;
  if (refused === null) {
    const { trace_id: traceId } = Accepted.safeParse(body).data ?? { trace_id: null };
    return { kind: 'taken', traceId };
  }
  if (verb === 'PATCH' && status === 404) return { kind: 'switch', to: 'POST' };
  if (verb === 'POST' && status === 409) return { kind: 'switch', to: 'PATCH' };
  const refined = refine(refused, body);
  // A redirect is not followed, and does not show whether the price was accepted.
  if (status >= 300 && status < 400) return failed({ ...refined, kind: 'unavailable' });
  if (status === 409) return failed({ ...refined, kind: 'unavailable', retryAfterMs: LOCKED_MS });
  switch (refined.kind) {
    case 'unavailable':
      return failed(
        status === 423 ? { ...refined, retryAfterMs: refined.retryAfterMs ?? LOCKED_MS } : refined,
      );
    case 'rate_limited':
    case 'unauthorized':
      return failed(refined);
    default:
      return over({ kind: 'rejected', code: refined.code, message: refined.message });
  }
}

/** The outcome where both verbs are refused: the SKU does not exist, or another caller changes its price at this moment. */
export function afterBoth(to: Verb): PushOutcome {
  return to === 'POST'
    ? { kind: 'rejected', code: 'sku_not_found', message: 'Magalu knows no such SKU' }
    : {
        kind: 'failed',
        failure: failure('unavailable', 'price_busy', 'The price is being changed', LOCKED_MS),
      };
}
