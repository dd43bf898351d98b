import { batchesOf } from '../../../kernel/batches.ts';
import { createCache } from '../../../kernel/cache.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AccountSession, Fetcher } from '../../marketplace.ts';
import { bearer, decode, Multiget, User } from './wire.ts';

/** What the product shows of a competitor beyond its offer. It is public, so one cache serves all accounts. */
export interface Seller {
  /** Empty: not reported. */
  name: string;
  /** The marketplace's own level, `5_green` at best; null: not reported. */
  reputation: string | null;
  /** Sales on record; null: not reported. */
  transactions: number | null;
}

/** Answers for the sellers of one market; those that cannot be looked up have no name. */
export type SellerDirectory = (
  session: AccountSession,
  ids: readonly string[],
) => Promise<Map<string, Seller>>;

const UNKNOWN: Seller = { name: '', reputation: null, transactions: null };

const MAX_SELLERS = 20_000;
const FRESH_MS = 24 * 3_600_000;
/** An unknown seller is asked for again sooner: most often the call failed. */
const UNKNOWN_FRESH_MS = 600_000;
const MULTIGET = 20;

/**
 * Names of sellers, cached for a day. The offers of a product have ids only, and a poll of a market must
 * not fail, nor cost a call each time, for the sake of a name.
 */
export function createSellerDirectory(fetcher: Fetcher, clock: Clock): SellerDirectory {
  const cache = createCache<string, Seller>(MAX_SELLERS);

  async function request(session: AccountSession, ids: string[]) {
    const now = clock().getTime();
    const answer = decode(
      await fetcher({
        method: 'GET',
        operation: 'getUsers',
        path: '/users',
        query: { ids: ids.join(',') },
        headers: bearer(session.accessToken),
        pace: session.sellerId,
        signal: session.signal,
      }),
      Multiget,
      'the sellers',
    );
    for (const id of ids) cache.set(id, UNKNOWN, now + UNKNOWN_FRESH_MS);
    if (!answer.ok) return;
    for (const entry of answer.value) {
      const user = User.safeParse(entry.body);
      if (!user.success || entry.code !== 200) continue;
      const { id, nickname, seller_reputation } = user.data;
      const seller = {
        name: nickname ?? '',
        reputation: seller_reputation?.level_id ?? null,
        transactions: seller_reputation?.transactions?.total ?? null,
      };
      cache.set(id, seller, now + FRESH_MS);
    }
  }

  return async (session, ids) => {
    const now = clock().getTime();
    const missing = [...new Set(ids)].filter((id) => cache.get(id, now) === undefined);
    for (const batch of batchesOf(missing, MULTIGET)) await request(session, batch);
    return new Map(ids.map((id) => [id, cache.get(id, now) ?? UNKNOWN]));
  };
}
