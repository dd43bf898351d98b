import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteIdentity } from '../../marketplace.ts';
import { decode, headersOf, Me } from './wire.ts';

/** Identifies tokens, and caches each seller's channel: it does not change while an account is connected. */
export interface Channels {
  /** The owner of an access token, whose tenant is not known yet. */
  identify(accessToken: string, signal?: AbortSignal): Promise<Result<RemoteIdentity, CallFailure>>;
  /** The owner of a session's token. */
  ask(session: AccountSession): Promise<Result<RemoteIdentity, CallFailure>>;
  /** The channel of a session's seller. A token of another tenant fails with `another_tenant`. */
  of(session: AccountSession): Promise<Result<string, CallFailure>>;
}

const MAX_SELLERS = 10_000;

export function createChannels(api: Fetcher): Channels {
  const channels = new Map<string, string>();

  async function ask(
    headers: Record<string, string>,
    pace: string,
    signal?: AbortSignal,
  ): Promise<Result<RemoteIdentity, CallFailure>> {
    const me = decode(
      await api({
        method: 'GET',
        operation: 'me',
        path: '/seller/v1/portfolios/me',
        headers,
        pace,
        signal,
      }),
      Me,
      'the seller',
    );
    if (!me.ok) return me;
    const { tenant, channel, seller } = me.value;
    return ok({ sellerId: tenant.id, name: seller?.name ?? null, channelId: channel?.id ?? null });
  }

  const askFor = (session: AccountSession) =>
    ask(headersOf(session), session.sellerId, session.signal);

  return {
    identify: (accessToken, signal) =>
      ask({ authorization: `Bearer ${accessToken}` }, 'oauth', signal),

    ask: askFor,

    async of(session) {
      const { sellerId } = session;
      const known = channels.get(sellerId);
      if (known !== undefined) return ok(known);
      const me = await askFor(session);
      if (!me.ok) return me;
      const { channelId } = me.value;
      if (me.value.sellerId !== sellerId)
        return fail(
          failure('forbidden', 'another_tenant', 'The token is for another organisation'),
        );
      if (channelId === null)
        return fail(
          failure('invalid', 'no_channel', 'Magalu names no sales channel of the seller'),
        );
      channels.set(sellerId, channelId);
      const oldest = channels.keys().next();
      if (channels.size > MAX_SELLERS && !oldest.done) channels.delete(oldest.value);
      return ok(channelId);
    },
  };
}
