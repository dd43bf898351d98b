import type { Clock } from '../../../kernel/clock.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher, OutgoingCall } from '../../marketplace.ts';
import { TOPICS } from './notifications.ts';
import { decode, headersOf, inPath, SignedUp, type Signup, Signups } from './wire.ts';

/** A secret that is older is replaced; Magalu signs with both for an hour. */
const SECRET_MS = 30 * 24 * 3_600_000;

/**
 * Makes the function that subscribes sellers to the portfolio's topics. Magalu reports the secret of a subscription only
 * at the sign-up, so a subscription whose secret is not stored is ended and replaced.
 */
export function createSubscriber(webhookUrl: string, api: Fetcher, clock: Clock) {
  const call = (
    session: AccountSession,
    one: Pick<OutgoingCall, 'method' | 'json'> & { path?: string },
  ) =>
    api({
      operation: 'signup',
      path: '/v1/onboarding/signup',
      ...one,
      headers: headersOf(session),
      pace: session.sellerId,
      signal: session.signal,
    });

  async function present(session: AccountSession): Promise<Result<Signup[], CallFailure>> {
    const answer = decode(await call(session, { method: 'GET' }), Signups, 'the subscriptions');
    return !answer.ok && answer.error.kind === 'not_found' ? ok([]) : answer;
  }

  async function end(session: AccountSession, id: string): Promise<Result<null, CallFailure>> {
    const path = `/v1/onboarding/signup/${inPath(id)}`;
    const answer = await call(session, { method: 'DELETE', path });
    if (!answer.ok) return answer;
    const { failure: refused } = answer.value;
    return refused === null || refused.kind === 'not_found' ? ok(null) : fail(refused);
  }

  /** @returns the new secret; null: none was reported, and the present one stays valid */
  async function signUp(
    session: AccountSession,
    topic: string,
  ): Promise<Result<string | null, CallFailure>> {
    const json = { webhook: webhookUrl, topic_id: topic };
    const answer = decode(await call(session, { method: 'PUT', json }), SignedUp, 'the sign-up');
    return answer.ok ? ok(answer.value.secret) : answer;
  }

  return async (
    session: AccountSession,
    held: ReadonlyMap<string, Date>,
  ): Promise<Result<Readonly<Record<string, string>>, CallFailure>> => {
    const signups = await present(session);
    if (!signups.ok) return signups;
    const secrets: Record<string, string> = {};
    let refused: CallFailure | null = null;
    for (const topic of TOPICS) {
      const since = held.get(topic);
      const own = signups.value.find((one) => one.topic === topic);
      const isHere = own?.webhook === webhookUrl;
      const isFresh = since !== undefined && clock().getTime() - since.getTime() < SECRET_MS;
      if (isHere && isFresh) continue;
      if (own !== undefined && since === undefined) {
        const ended = await end(session, own.id);
        if (!ended.ok) return ended;
      }
      const secret = await signUp(session, topic);
      if (secret.ok && secret.value !== null) secrets[topic] = secret.value;
      else if (secret.ok && since === undefined)
        refused ??= failure('invalid', 'no_secret', `Magalu sent no secret for ${topic}`);
      else if (!secret.ok) refused ??= secret.error;
    }
    // Secrets are reported once: they are returned even where another topic was refused.
    return refused === null || Object.keys(secrets).length > 0 ? ok(secrets) : fail(refused);
  };
}
