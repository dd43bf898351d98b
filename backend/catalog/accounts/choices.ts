// Which marketplaces there are, and where accounts of each can be connected.
import { MARKETPLACE, type MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { within } from '../../platform/db.ts';
import type { MarketplaceChoice } from '../contract.ts';
import type { TradingHouse } from '../credentials.ts';
import * as store from '../store.ts';

interface Known {
  id: MarketplaceId;
  name: string;
  slug: string;
  /** Whether the product has a connector for it. */
  isSpoken: boolean;
}

const KNOWN: readonly Known[] = [
  { id: MARKETPLACE.AMAZON, name: 'Amazon', slug: 'amazon', isSpoken: true },
  { id: MARKETPLACE.MERCADO_LIVRE, name: 'Mercado Livre', slug: 'mercadolivre', isSpoken: true },
  { id: MARKETPLACE.MAGALU, name: 'Magalu', slug: 'magalu', isSpoken: false },
  { id: MARKETPLACE.SHOPEE, name: 'Shopee', slug: 'shopee', isSpoken: false },
];

export const marketplaceChoices = ({ marketplaces }: TradingHouse): MarketplaceChoice[] =>
  KNOWN.map(({ isSpoken, ...known }) => {
    const countries = marketplaces.bySlug(known.slug)?.consent?.countries ?? [];
    const offer = countries.length > 0 ? 'offered' : isSpoken ? 'not_set_up' : 'not_yet';
    return { ...known, offer, countries: [...countries] };
  });

export const channelNames = (): { id: MarketplaceId; name: string }[] =>
  KNOWN.map(({ id, name }) => ({ id, name }));

/** The connected accounts at one marketplace, by name. */
export const channelSummaryOf = (
  house: TradingHouse,
  companyId: number,
  marketplaceId: number,
): Promise<{ id: number; accountName: string }[]> =>
  within(house.db, { company: companyId }, async (trx) =>
    (await store.accountsOf(trx, companyId))
      .filter((row) => row.marketplace_id === marketplaceId && row.status === 'active')
      .map(({ id, name }) => ({ id, accountName: name })),
  );
