// Which sellers take the buybox of listings, and for how long: a row for each stretch of time in which one seller held it.
import { sql } from 'kysely';
import type { Market } from '../kernel/market.ts';
import type { Minor } from '../kernel/money.ts';
import { sellerNameOf } from '../kernel/seller-name.ts';
import type { Trx } from '../platform/db.ts';

/** From this long after an observation it is not known who holds the buybox. */
export const UNSEEN_MS = 24 * 3_600_000;

/** What an observation shows of who has taken the buybox. */
interface Held {
  at: Date;
  isLosing: boolean;
  winnerSellerId: string | null;
}

export interface BegunLoss {
  listingId: number;
  accountId: number;
  since: Date;
  sellerId: string | null;
  sellerName: string | null;
  /** How far the own price was above the winner's, in percent of it; null: the winner's is not known. */
  gapPercent: number | null;
  fulfillment: boolean | null;
}

export interface EndedLoss {
  listingId: number;
  until: Date;
}

/** The loss that begins with a market in which the listing loses. */
export function lossIn(
  { listingId, accountId, ownPrice }: { listingId: number; accountId: number; ownPrice: Minor },
  { observedAt: since, buybox, offers }: Market,
): BegunLoss {
  const { winnerSellerId: sellerId } = buybox;
  const winner = offers.find((offer) => offer.sellerId === sellerId);
  const price = winner?.price ?? buybox.winnerPrice ?? null;
  return {
    listingId,
    accountId,
    since,
    sellerId,
    sellerName: winner === undefined ? null : sellerNameOf(winner),
    gapPercent: price === null || price === 0 ? null : ((ownPrice - price) / price) * 100,
    fulfillment: winner?.fulfillment ?? null,
  };
}

/** When the loss of the earlier observation ended (null: it did not), and whether one begins with the later one. */
export function turnOf(
  before: Held | null,
  after: Held,
): { endedAt: Date | null; begins: boolean } {
  const unseenFrom = before === null ? null : new Date(before.at.getTime() + UNSEEN_MS);
  const isBack = unseenFrom !== null && after.at >= unseenFrom;
  const goesOn =
    before?.isLosing === true &&
    after.isLosing &&
    before.winnerSellerId === after.winnerSellerId &&
    !isBack;
  return {
    endedAt: before?.isLosing === true && !goesOn ? (isBack ? unseenFrom : after.at) : null,
    begins: after.isLosing && !goesOn,
  };
}

/** Ends the losses that are over, and adds those that begin. */
export async function saveLosses(
  trx: Trx,
  companyId: number,
  ended: readonly EndedLoss[],
  begun: readonly (BegunLoss & { until?: Date })[],
): Promise<void> {
  if (ended.length > 0)
    await sql`
      update buybox_loss b set until = greatest(b.since, over.until)
      from json_to_recordset(${JSON.stringify(ended)}::json) as over("listingId" bigint, until timestamptz)
      where b.company_id = ${companyId} and b.listing_id = over."listingId" and b.until is null`.execute(
      trx,
    );
  if (begun.length > 0)
    await sql`
      insert into buybox_loss (company_id, listing_id, account_id, since, until, seller_id, seller_name,
        gap_percent, fulfillment)
      select ${companyId}, * from json_to_recordset(${JSON.stringify(begun.map(inOrder))}::json) as loss(
        "listingId" bigint, "accountId" bigint, since timestamptz, until timestamptz, "sellerId" text,
        "sellerName" text, "gapPercent" real, fulfillment boolean)
      on conflict do nothing`.execute(trx);
}

const inOrder = ({ until = null, ...loss }: BegunLoss & { until?: Date | null }) => ({
  ...loss,
  until,
});

/** The losses of past markets, in the order in which they happened; the last one lasts until the first later snapshot. */
export async function importLosses(
  trx: Trx,
  companyId: number,
  past: readonly { listingId: number; ownPrice: Minor; market: Market }[],
): Promise<void> {
  const byListing = Map.groupBy(past, ({ listingId }) => listingId);
  const { rows } = await sql<{ id: number; account_id: number; next: Date | null }>`
    select l.id, l.account_id, (
      select min(s.observed_at) from market_snapshot s
      where s.company_id = l.company_id and s.listing_id = l.id and s.observed_at > last.at
    ) as next
    from json_to_recordset(${JSON.stringify(
      [...byListing].map(([id, its]) => ({ id, at: its.at(-1)!.market.observedAt })),
    )}::json) as last(id bigint, at timestamptz)
    join listing l on l.company_id = ${companyId} and l.id = last.id`.execute(trx);
  const begun = rows.flatMap(({ id, account_id, next }) => {
    const its = byListing.get(id)!;
    const losses: (BegunLoss & { until?: Date })[] = [];
    let open: (BegunLoss & { until?: Date }) | null = null;
    for (const { ownPrice, market } of its) {
      const { status, winnerSellerId } = market.buybox;
      if (open !== null && status === 'LOSING' && open.sellerId === winnerSellerId) continue;
      if (open !== null) open.until = market.observedAt;
      open = null;
      if (status !== 'LOSING') continue;
      open = lossIn({ listingId: id, accountId: account_id, ownPrice }, market);
      losses.push(open);
    }
    if (open !== null && next !== null) open.until = next;
    // Without a later observation it is not known until when it lasted.
    return losses.filter(({ until }) => until !== undefined);
  });
  await saveLosses(trx, companyId, [], begun);
}
