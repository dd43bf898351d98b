// Who else changes the price of listings: reported by the marketplace, or inferred from the price's history.
import { type MarketplaceContext, refreshAccountListings } from '../../catalog/actions.ts';
import { toAmount } from '../../kernel/money.ts';
import type { Actor } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import {
  type CheaperElsewhere,
  type ListingMovers,
  MOVERS_REQUESTED,
  type Mover,
} from '../contract/movers.ts';
import { type Elsewhere, parityOf } from '../safety/engine/parity.ts';
import { loadParity } from '../safety/parity-store.ts';
import { loadPriceControl, type PriceControl } from '../updates/other-movers.ts';
import { type ForeignMoves, foreignChanges, foreignMovesOf, TOOL_MOVES } from './price-changes.ts';
import { loadChanges } from './store.ts';

const DAY_MS = 24 * 3_600_000;
/** Changes of a price that are older say nothing of who moves it now. */
export const LOOKBACK_DAYS = 14;
/** What the marketplace reported within this is not asked again. */
const ASK_AGAIN_MS = 60_000;
/** The time limit for the marketplaces: without an answer the last known state is returned. */
const ASK_MS = 5_000;

/** Reads from the marketplaces those of these listings that were not read for the longest time. */
async function ask(
  ctx: MarketplaceContext,
  companyId: number,
  known: readonly PriceControl[],
): Promise<void> {
  const now = ctx.clock().getTime();
  const due = known
    .filter(({ isArchived }) => !isArchived)
    .filter(({ reportedAt }) => reportedAt === null || now - reportedAt.getTime() >= ASK_AGAIN_MS)
    .sort((a, b) => (a.reportedAt?.getTime() ?? 0) - (b.reportedAt?.getTime() ?? 0))
    .slice(0, MOVERS_REQUESTED);
  const signal = AbortSignal.timeout(ASK_MS);
  await Promise.all(
    [...Map.groupBy(due, ({ accountId }) => accountId)].map(async ([accountId, some]) => {
      const account = { companyId, accountId };
      const skus = some.map(({ skuMarketplace }) => skuMarketplace);
      const refreshed = await refreshAccountListings(ctx, account, skus, signal);
      if (refreshed.ok) return;
      const { code, message } = refreshed.error;
      ctx.log.info('Sources of external price changes could not be fetched', {
        ...account,
        code,
        message,
      });
    }),
  );
}

const PLAIN = { changes: null, lastAt: null };

const toolOf = ({ since, lastAt, moves }: ForeignMoves): Mover => ({
  kind: 'other_tool',
  since: since.toISOString(),
  detail: moves >= TOOL_MOVES ? 'repeated' : 'once',
  changes: moves,
  lastAt: lastAt.toISOString(),
});

function moversOf(known: PriceControl, hand: ForeignMoves | null): Mover[] {
  const movers: Mover[] = [];
  const { automatedSince, automationName, promotionStatus } = known;
  if (automatedSince !== null) {
    const since = automatedSince.toISOString();
    movers.push({ kind: 'automation', since, detail: automationName, ...PLAIN });
  }
  if (promotionStatus !== 'none')
    movers.push({ kind: 'promotion', since: null, detail: promotionStatus, ...PLAIN });
  // Changes by an automation of the marketplace need no other tool to explain them.
  if (hand !== null && automatedSince === null) movers.push(toolOf(hand));
  return movers;
}

const toCheaper = ({
  price,
  shippingPrice,
  marketplaceName: _,
  ...elsewhere
}: Elsewhere): CheaperElsewhere => ({
  ...elsewhere,
  price: toAmount(price + (shippingPrice ?? 0)),
});

/**
 * Who else moves the price of listings, and where the same product is cheaper; listings that the company does not have are left
 * out. A few of them are read from their marketplaces now, which takes some seconds at most; the others have the last known
 * state, with its age.
 */
export async function queryMovers(
  ctx: MarketplaceContext,
  { companyId }: Pick<Actor, 'companyId'>,
  listingIds: readonly number[],
): Promise<{ items: ListingMovers[] }> {
  const scope = { company: companyId };
  await ask(
    ctx,
    companyId,
    await within(ctx.db, scope, (trx) => loadPriceControl(trx, companyId, listingIds)),
  );
  return await within(ctx.db, scope, async (trx) => {
    const since = new Date(ctx.clock().getTime() - LOOKBACK_DAYS * DAY_MS);
    const [known, went, parity] = await Promise.all([
      loadPriceControl(trx, companyId, listingIds),
      loadChanges(trx, companyId, listingIds, since),
      loadParity(trx, ctx.marketplaces, companyId, listingIds),
    ]);
    const items = known.map((one): ListingMovers => {
      const { changes, pushes } = went.get(one.listingId) ?? { changes: [], pushes: [] };
      const hand = foreignMovesOf(foreignChanges(changes, pushes), one.promotionStatus);
      const cheaper = parityOf(parity.get(one.listingId) ?? null, one.price, one.shippingPrice);
      return {
        listingId: one.listingId,
        movers: moversOf(one, hand),
        askedAt: one.reportedAt?.toISOString() ?? null,
        cheaperElsewhere: cheaper && toCheaper(cheaper),
      };
    });
    return { items };
  });
}
