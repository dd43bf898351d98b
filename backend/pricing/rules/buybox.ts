// Rules for the buybox are for marketplaces that have one.
import type { KnownMarketplaces } from '../../kernel/marketplace.ts';
import { problem } from '../problems.ts';

/** The marketplaces that have no buybox, by their ids. */
export const withoutBuybox = (marketplaces: KnownMarketplaces): ReadonlySet<number> =>
  new Set(marketplaces.known.flatMap(({ id, traits }) => (traits.hasBuybox ? [] : [id])));

/** @throws Problem 422 `no_buybox` where one of the marketplaces has none */
export function requireBuybox(
  marketplaces: KnownMarketplaces,
  marketplaceIds: readonly number[],
): void {
  const without = marketplaceIds
    .map((id) => marketplaces.factsOf(id))
    .find((facts) => facts?.traits.hasBuybox === false);
  if (without) throw problem('no_buybox', { values: { marketplace: without.name } });
}
