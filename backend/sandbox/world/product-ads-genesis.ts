// The campaigns that our own sellers have at Mercado Livre on the first day.
import { type AdsEntry, type ProductCampaign, withEntries } from './ads-book.ts';
import { firstCampaignOf, isAdvertised } from './advertising.ts';
import { itemsOf } from './places.ts';
import type { World } from './types.ts';

type Plan = Pick<ProductCampaign, 'name' | 'status' | 'budget' | 'strategy' | 'roasTarget'>;

/** In the order of their ids. */
const PLANS: readonly Plan[] = [
  {
    name: 'Campeões de venda',
    status: 'active',
    budget: 9_000,
    strategy: 'PROFITABILITY',
    roasTarget: 8,
  },
  { name: 'Lançamentos', status: 'active', budget: 1_200, strategy: 'INCREASE', roasTarget: 3 },
  {
    name: 'Queima de estoque',
    status: 'paused',
    budget: 2_500,
    strategy: 'VISIBILITY',
    roasTarget: 3,
  },
];

/** Creates the campaigns of the own sellers on Mercado Livre, if there are none yet. Who comes later has no Product Ads. */
export function withProductAds(world: World): World {
  if (world.ads.productCampaigns.size > 0) return world;
  const entries = [...world.sellers.values()]
    .filter(({ id, own }) => own && itemsOf(world, id, 'mercadolivre').some(isAdvertised))
    .flatMap(({ id }) =>
      PLANS.map((plan, place): AdsEntry => {
        const campaignId = String(firstCampaignOf(id) + place);
        const dated = { createdAt: world.now, updatedAt: world.now };
        return {
          entity: 'productCampaigns',
          value: { ...plan, ...dated, campaignId, sellerId: id },
        };
      }),
    );
  return { ...world, ads: withEntries(world.ads, entries) };
}
