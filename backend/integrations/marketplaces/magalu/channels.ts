import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type { AccountSession, CallFailure, Fetcher } from '../../marketplace.ts';
import { decode, headersOf, Me } from './wire.ts';

/** The owner of a token, and the sales channel in which the seller's prices and stocks are. */
export interface Identity {
  tenantId: string;
  name: string | null;
  /** Null: not reported. */
  channelId: string | null;
}

/** Identifies tokens, and caches each seller's channel: it does not change while an account is connected. */
export interface Channels {
  identify(accessToken: string, signal?: AbortSignal): Promise<Result<Identity, CallFailure>>;
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
  ): Promise<Result<Identity, CallFailure>> {
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
    return ok({ tenantId: tenant.id, name: seller?.name ?? null, channelId: channel?.id ?? null });
  }

  return {
    identify: (accessToken, signal) =>
      ask({ authorization: `Bearer ${accessToken}` }, 'oauth', signal),

    async of(session) {
      const { sellerId } = session;
      const known = channels.get(sellerId);
      if (known !== undefined) return ok(known);
      const me = await ask(headersOf(session), sellerId, session.signal);
      if (!me.ok) return me;
      const { tenantId, channelId } = me.value;
      if (tenantId !== sellerId)
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
