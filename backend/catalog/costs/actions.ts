// What listings cost: set by hand, shown, and published for pricing.
import { toMinor } from '../../kernel/money.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { audit } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { CostItemFault, CostsInput, CostsOfListing } from '../contract.ts';
import type { MarketplaceContext } from '../credentials.ts';
import { problem } from '../problems.ts';
import { requestFees } from './fees.ts';
import { differ, type Given, type Known, merge } from './merge.ts';
import { publishCostsChanged } from './publish.ts';
import * as store from './store.ts';

/** What a listing costs. @throws Problem 404 `listing_not_found` */
export const costsOf = (
  ctx: AppContext,
  companyId: number,
  listingId: number,
): Promise<CostsOfListing> =>
  within(ctx.db, { company: companyId }, async (trx) => {
    const [listing] = await store.costedListings(trx, companyId, [listingId]);
    if (listing === undefined) throw problem('listing_not_found');
    return store.toCostsOfListing(listing);
  });

export interface CostChanged {
  before: store.Costed;
  after: Known;
}

/**
 * Writes the costs that a person gives, in the caller's transaction, which has locked them; publishes what differs, and
 * asks for the fees that are missing.
 * @returns those whose costs differ
 */
export async function writeCosts(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  given: readonly { listing: store.Costed; given: Given }[],
): Promise<CostChanged[]> {
  const now = ctx.clock();
  const changes = changesOf(given, now);
  await store.saveCosts(
    trx,
    companyId,
    changes.map(({ before, after }) => ({ listingId: before.listingId, known: after })),
    now,
  );
  const ids = changes.map(({ before }) => before.listingId);
  await publishCostsChanged(ctx, trx, companyId, ids);
  await requestFees(ctx, trx, companyId, changes);
  return changes;
}

/** What would change by the costs that a person gives. */
export const changesOf = (
  given: readonly { listing: store.Costed; given: Given }[],
  now: Date,
): CostChanged[] =>
  given
    .map(({ listing, given }) => ({ before: listing, after: merge(listing.known, given, now) }))
    .filter(({ before, after }) => differ(before.known, after));

const toMinorIfGiven = (amount: number | null | undefined) =>
  typeof amount === 'number' ? toMinor(amount) : amount;

const toGiven = ({ cost, taxPercent, feePercent, feeFixed }: CostsInput): Given => ({
  cost: toMinorIfGiven(cost),
  taxPercent,
  feePercent,
  feeFixed: toMinorIfGiven(feeFixed),
});

/**
 * Sets what listings cost. Items that name an unknown listing, or one that was named before, are reported and left out.
 * @returns the current costs of the named listings, in the order of their ids
 */
export const setCosts = (
  ctx: MarketplaceContext,
  actor: Actor,
  items: readonly CostsInput[],
): Promise<{ items: CostsOfListing[]; faults: CostItemFault[] }> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const { companyId, personId } = actor;
    const now = ctx.clock();
    const ids = [...new Set(items.map(({ listingId }) => listingId))];
    await store.lockCosts(trx, companyId, ids, now);
    const listings = await store.costedListings(trx, companyId, ids);
    const byId = new Map(listings.map((listing) => [listing.listingId, listing]));
    const faults: CostItemFault[] = [];
    const given: { listing: store.Costed; given: Given }[] = [];
    const seen = new Set<number>();
    for (const item of items) {
      const listing = byId.get(item.listingId);
      if (listing === undefined) {
        faults.push({ listingId: item.listingId, code: 'listing_not_found' });
      } else if (seen.has(item.listingId)) {
        faults.push({ listingId: item.listingId, code: 'listing_twice' });
      } else {
        given.push({ listing, given: toGiven(item) });
      }
      seen.add(item.listingId);
    }
    const changes = await writeCosts(ctx, trx, companyId, given);
    if (changes.length > 0) {
      await audit(trx, {
        companyId,
        personId,
        action: 'catalog.costs_set',
        subject: changes.length === 1 ? String(changes[0]!.before.listingId) : null,
        values: { listings: changes.length },
        at: now,
      });
    }
    const after = new Map(changes.map(({ before, after }) => [before.listingId, after]));
    return {
      items: listings.map((listing) =>
        store.toCostsOfListing({
          ...listing,
          known: after.get(listing.listingId) ?? listing.known,
        }),
      ),
      faults,
    };
  });
