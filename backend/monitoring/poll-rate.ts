// How many polls a marketplace allows.
import type { MarketplaceContext } from '../catalog/actions.ts';
import type { PollPace } from '../integrations/marketplace.ts';

/** Polls a second of each account at a marketplace without a known limit. */
export const UNKNOWN_PER_SECOND = 10;
/** Where a marketplace allows fewer polls a second than this, all polls are planned. */
const SCARCE_PER_SECOND = 5;

/** How many polls the marketplace allows one account; null: it names no limit. */
export const paceOf = (ctx: MarketplaceContext, marketplaceId: number): PollPace | null =>
  ctx.marketplaces.byId(marketplaceId)?.polls ?? null;

/** Whether a marketplace reports markets; true for one that is not set up here: its polls fail with the reason. */
export const hasMarkets = (ctx: MarketplaceContext, marketplaceId: number): boolean => {
  const marketplace = ctx.marketplaces.byId(marketplaceId);
  return marketplace === null || marketplace.getMarkets !== undefined;
};

/** Whether the marketplace allows so few polls that each one has to be planned. */
export const isScarce = (ctx: MarketplaceContext, marketplaceId: number): boolean =>
  (paceOf(ctx, marketplaceId)?.perSecond ?? UNKNOWN_PER_SECOND) < SCARCE_PER_SECOND;

/**
 * Milliseconds by which the n-th of several polls that were rate-limited together is delayed after the first, so that they do not
 * all compete for the same token.
 */
export function spacing(ctx: MarketplaceContext, marketplaceId: number, n: number): number {
  const pace = paceOf(ctx, marketplaceId);
  if (pace === null || pace.perSecond === null) return 0;
  return (Math.floor(n / pace.batch) * pace.batch * 1_000) / pace.perSecond;
}
