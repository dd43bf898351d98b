// Who else moves the price of ads: told by the marketplace, or seen in how the price went.
import { refreshAccountListings, type TradingHouse } from '../../catalog/actions.ts';
import { toAmount } from '../../kernel/money.ts';
import { within } from '../../platform/db.ts';
import type { Actor } from '../../platform/house.ts';
import {
  type CheaperElsewhere,
  type ListingMovers,
  MOVERS_ASKED,
  type Mover,
} from '../contract/movers.ts';
import { type Elsewhere, parityOf } from './parity.ts';
import { loadParity } from './parity-store.ts';
import { foreignChanges, type Hand, handOf, TOOL_MOVES } from './price-changes.ts';
import { type Known, loadChanges, loadKnown } from './store.ts';

const DAY_MS = 24 * 3_600_000;
/** Changes of a price that are older say nothing of who moves it now. */
export const LOOKED_BACK_DAYS = 14;
/** What the marketplace told within this is not asked again. */
const ASK_AGAIN_MS = 60_000;
/** Nobody waits longer for the marketplaces: what is not told by then is told as it was. */
const ASK_MS = 5_000;

/** Asks the marketplaces for those of these ads that they told of the longest time ago. */
async function ask(house: TradingHouse, companyId: number, known: readonly Known[]): Promise<void> {
  const now = house.clock().getTime();
  const due = known
    .filter(({ isArchived }) => !isArchived)
    .filter(({ toldAt }) => toldAt === null || now - toldAt.getTime() >= ASK_AGAIN_MS)
    .sort((a, b) => (a.toldAt?.getTime() ?? 0) - (b.toldAt?.getTime() ?? 0))
    .slice(0, MOVERS_ASKED);
  const signal = AbortSignal.timeout(ASK_MS);
  await Promise.all(
    [...Map.groupBy(due, ({ accountId }) => accountId)].map(async ([accountId, some]) => {
      const account = { companyId, accountId };
      const skus = some.map(({ skuMarketplace }) => skuMarketplace);
      const asked = await refreshAccountListings(house, account, skus, signal);
      if (asked.ok) return;
      const { code, message } = asked.error;
      house.log.info('A marketplace did not tell who moves prices', { ...account, code, message });
    }),
  );
}

const PLAIN = { changes: null, lastAt: null };

const toolOf = ({ since, lastAt, moves }: Hand): Mover => ({
  kind: 'other_tool',
  since: since.toISOString(),
  detail: moves >= TOOL_MOVES ? 'repeated' : 'once',
  changes: moves,
  lastAt: lastAt.toISOString(),
});

function moversOf(known: Known, hand: Hand | null): Mover[] {
  const movers: Mover[] = [];
  const { automatedSince, automationName, promotionStatus } = known;
  if (automatedSince !== null) {
    const since = automatedSince.toISOString();
    movers.push({ kind: 'automation', since, detail: automationName, ...PLAIN });
  }
  if (promotionStatus !== 'none')
    movers.push({ kind: 'promotion', since: null, detail: promotionStatus, ...PLAIN });
  // What an automation of the marketplace moves, no other tool has to.
  if (hand !== null && automatedSince === null) movers.push(toolOf(hand));
  return movers;
}

const toCheaper = ({ total, ...elsewhere }: Elsewhere): CheaperElsewhere => ({
  ...elsewhere,
  price: toAmount(total),
});

/**
 * Who else moves the price of ads, and where the same product is cheaper; ads that the company does not have are left
 * out. A few of them are asked of their marketplaces now, which takes some seconds at most; of the others is told what
 * was heard last, with its age.
 */
export async function queryMovers(
  house: TradingHouse,
  { companyId }: Pick<Actor, 'companyId'>,
  listingIds: readonly number[],
): Promise<{ items: ListingMovers[] }> {
  const scope = { company: companyId };
  await ask(
    house,
    companyId,
    await within(house.db, scope, (trx) => loadKnown(trx, companyId, listingIds)),
  );
  return await within(house.db, scope, async (trx) => {
    const since = new Date(house.clock().getTime() - LOOKED_BACK_DAYS * DAY_MS);
    const [known, went, parity] = await Promise.all([
      loadKnown(trx, companyId, listingIds),
      loadChanges(trx, companyId, listingIds, since),
      loadParity(trx, companyId, listingIds),
    ]);
    const items = known.map((one): ListingMovers => {
      const { changes, pushes } = went.get(one.listingId) ?? { changes: [], pushes: [] };
      const hand = handOf(foreignChanges(changes, pushes), one.promotionStatus);
      const cheaper = parityOf(parity.get(one.listingId) ?? null, one.price, one.shippingPrice);
      return {
        listingId: one.listingId,
        movers: moversOf(one, hand),
        askedAt: one.toldAt?.toISOString() ?? null,
        cheaperElsewhere: cheaper && toCheaper(cheaper),
      };
    });
    return { items };
  });
}
