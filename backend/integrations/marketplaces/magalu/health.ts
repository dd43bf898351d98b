import { createCache } from '../../../kernel/cache.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteHealth } from '../../marketplace.ts';
import type { Channels } from './channels.ts';
import { decode, headersOf, Scores } from './wire.ts';

const PAGE = 100;
/** More pages than any seller has: a longer list repeats itself. */
const MOST_PAGES = 2_000;
/** A page has the scores of a hundred listings, so they are read together and cached for this long. */
const FRESH_MS = 15 * 60_000;
const MAX_SELLERS = 100;

/** Scores of a seller's listings by SKU, 0 to 100. */
type BySku = ReadonlyMap<string, number>;

/** The scores of sellers' listings, cached for a while. */
export interface ScoreBook {
  /** @returns empty where the seller's consent does not cover them: Magalu has to grant that by hand */
  of(session: AccountSession): Promise<Result<BySku, CallFailure>>;
}

const scoreOf = (score: number | null): number | null =>
  score !== null && score >= 0 && score <= 100 ? Math.round(score) : null;

export function createScoreBook(api: Fetcher, channels: Channels, clock: Clock): ScoreBook {
  const cache = createCache<string, BySku>(MAX_SELLERS);
  const underWay = new Map<string, Promise<Result<BySku, CallFailure>>>();

  /** `limit` and `offset` have no underscore here. */
  async function read(session: AccountSession): Promise<Result<BySku, CallFailure>> {
    const channel = await channels.of(session);
    if (!channel.ok) return channel;
    const scores = new Map<string, number>();
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer = decode(
        await api({
          method: 'GET',
          operation: 'scores',
          path: '/seller/v1/portfolios/products/scores',
          query: { limit: String(PAGE), offset: String(page * PAGE) },
          headers: { ...headersOf(session), 'x-channel-id': channel.value },
          pace: session.sellerId,
          signal: session.signal,
        }),
        Scores,
        'the scores',
      );
      if (!answer.ok) return answer;
      const { results, meta } = answer.value;
      for (const { sku, score } of results) {
        const whole = scoreOf(score);
        if (whole !== null) scores.set(sku, whole);
      }
      if (results.length < (meta?.page?.limit ?? PAGE)) break;
    }
    return ok(scores);
  }

  async function renew(session: AccountSession): Promise<Result<BySku, CallFailure>> {
    const answer = await read(session);
    const isHidden = !answer.ok && ['forbidden', 'not_found'].includes(answer.error.kind);
    if (!answer.ok && !isHidden) return answer;
    const scores = answer.ok ? answer.value : new Map<string, number>();
    cache.set(session.sellerId, scores, clock().getTime() + FRESH_MS);
    return ok(scores);
  }

  return {
    of(session) {
      const { sellerId } = session;
      const known = cache.get(sellerId, clock().getTime());
      if (known !== undefined) return Promise.resolve(ok(known));
      const present = underWay.get(sellerId);
      if (present !== undefined) return present;
      const reading = renew(session).finally(() => underWay.delete(sellerId));
      underWay.set(sellerId, reading);
      return reading;
    },
  };
}

/** How good a listing is. Magalu publishes the score alone, and not what it is made of. */
export async function getHealth(
  scores: ScoreBook,
  session: AccountSession,
  sku: string,
): Promise<Result<RemoteHealth, CallFailure>> {
  const all = await scores.of(session);
  return all.ok ? ok({ score: all.value.get(sku) ?? null, categories: [] }) : all;
}
