// The prices of watched competitors over time, as a trigger records them: see migration 049.
import { sql } from 'kysely';
import type { Minor } from '../../kernel/money.ts';
import type { Trx } from '../../platform/db.ts';
import type { Step } from '../engine/series.ts';

export interface WatchedLine {
  competitorId: number;
  marketplaceId: number;
  title: string | null;
  steps: Step[];
}

interface Row {
  id: number;
  marketplace_id: number;
  title: string | null;
  /** Until then its last price holds. */
  known_until: Date | null;
  at: Date;
  price: Minor | null;
}

/**
 * The prices of a listing's watched competitors in a range, at most `most` of them: those that were last observed. A price ends where
 * it was not observed again for as long as it counts.
 */
export async function watchedLines(
  trx: Trx,
  companyId: number,
  listingId: number,
  { from, to, most }: { from: Date; to: Date; most: number },
): Promise<WatchedLine[]> {
  const { rows } = await sql<Row>`
    select w.id, w.marketplace_id, w.title, watched_price_until(w) as known_until, p.at, p.price
    from watched_competitor w
    join watched_price p on p.company_id = w.company_id and p.competitor_id = w.id and p.at < ${to}
      and p.at >= coalesce((select b.at from watched_price b
        where b.company_id = w.company_id and b.competitor_id = w.id and b.at <= ${from}
        order by b.at desc limit 1), ${from}::timestamptz)
    where w.company_id = ${companyId} and w.listing_id = ${listingId}
    order by w.seen_at desc nulls last, w.id, p.at`.execute(trx);
  const lines = [...Map.groupBy(rows, ({ id }) => id)].map(([competitorId, its]) => {
    const [{ marketplace_id: marketplaceId, title, known_until: until }] = its as [Row];
    const steps = its.map(({ at, price }): Step => {
      // A price from before the range counts from its beginning on.
      return { at: Math.max(from.getTime(), at.getTime()), price };
    });
    const ends = until !== null && until < to && (steps.at(-1)?.price ?? null) !== null;
    if (ends) steps.push({ at: Math.max(from.getTime(), until.getTime()), price: null });
    return { competitorId, marketplaceId, title, steps };
  });
  return lines.filter(({ steps }) => steps.some(({ price }) => price !== null)).slice(0, most);
}
