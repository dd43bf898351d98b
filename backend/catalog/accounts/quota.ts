// How much of a marketplace's call limits is in use, by the buckets that all processes share (`integrations/postgres-buckets.ts`).
import { sql } from 'kysely';
import type { Marketplace } from '../../integrations/marketplace.ts';
import { sellerOf } from '../../kernel/seller.ts';
import type { Trx } from '../../platform/db.ts';

/** What an account may still call. */
export interface Quota {
  /** The used share of what may be called at once, of the operation with the largest share: 0 to 100, whole; null: no limit is known. */
  usedPercent: number | null;
  /** The marketplace asked for no calls until then; null: it did not. */
  restsUntil: Date | null;
}

interface Row {
  operation: string;
  fullAt: number;
  restsUntil: number;
  reportedPerSecond: number | null;
  now: number;
}

/** The share of a bucket that is used, 0 to 1. */
function usedOf(
  { fullAt, reportedPerSecond, now }: Row,
  { perSecond, burst }: Marketplace['limits'][string],
): number {
  const tokens = (Math.max(0, fullAt - now) / 1_000) * (reportedPerSecond ?? perSecond);
  return Math.min(1, tokens / burst);
}

/** The name under which an account's calls are counted. */
const quotaOwner = ({ quotaOf }: Marketplace, sellerId: string): string =>
  quotaOf?.(sellerId) ?? sellerOf(sellerId);

/** The quota of an account at this moment. */
export async function readQuota(
  trx: Trx,
  marketplace: Marketplace,
  sellerId: string,
): Promise<Quota> {
  const { limits, slug } = marketplace;
  const { rows } = await sql<Row>`
    select operation, full_at as "fullAt", rests_until as "restsUntil", told_per_second as "reportedPerSecond",
      (extract(epoch from clock_timestamp()) * 1000)::double precision as now
    from pace.bucket
    where marketplace = ${slug} and account = ${quotaOwner(marketplace, sellerId)}`.execute(trx);
  const used = rows.flatMap((row) => {
    const limit = limits[row.operation];
    return limit === undefined ? [] : [usedOf(row, limit)];
  });
  const restsUntil = Math.max(
    ...rows.map((row) => (row.restsUntil > row.now ? row.restsUntil : 0)),
  );
  const isLimited = Object.keys(limits).length > 0;
  return {
    usedPercent: isLimited ? Math.round(Math.max(0, ...used) * 100) : null,
    restsUntil: restsUntil > 0 ? new Date(restsUntil) : null,
  };
}
