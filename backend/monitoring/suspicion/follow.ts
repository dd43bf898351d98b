import type { MarketplaceContext } from '../../catalog/actions.ts';
import { within } from '../../platform/db.ts';
import { requestPolls } from '../observe.ts';
import { hasMarkets } from '../poll-rate.ts';
import { SECOND_MS } from './engine/judge.ts';
import { awaitingSecond } from './store.ts';

/** A price that was not observed again within this time waits for the usual schedule. */
const GIVEN_UP_MS = 60 * 60_000;

/** Requests the second observation of prices that look wrong. */
export async function pollSuspects(ctx: MarketplaceContext, companyId: number): Promise<void> {
  const now = ctx.clock().getTime();
  const range = { after: new Date(now - GIVEN_UP_MS), until: new Date(now - SECOND_MS) };
  await within(ctx.db, { company: companyId }, async (trx) => {
    const listings = await awaitingSecond(trx, companyId, range);
    await requestPolls(
      ctx,
      trx,
      listings
        .filter(({ marketplaceId }) => hasMarkets(ctx, marketplaceId))
        .map(({ id, accountId }) => ({
          poll: { companyId, accountId, listingId: id, tries: 0 },
        })),
    );
  });
}
