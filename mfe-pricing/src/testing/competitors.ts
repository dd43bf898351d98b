// What the tests of the comparison share.
import type {
  Better,
  ComparedMarket,
  ComparedOffer,
  Competitor,
} from '@primazia/backend/monitoring/contract';
import { CRITERIA, type Criterion } from '@primazia/backend/monitoring/contract';

export const offer = (more: Partial<ComparedOffer> = {}): ComparedOffer => ({
  position: 3,
  isWinner: false,
  available: true,
  condition: 'new',
  price: 100,
  shippingPrice: 5,
  shippingReported: true,
  totalPrice: 105,
  fulfillment: false,
  shippingTimeHours: 52,
  reputation: '4_light_green',
  reputationLevel: 4,
  listingTypeId: 'gold_special',
  freeInstallments: false,
  acceptsPaymentMethod: null,
  onCatalog: true,
  isMostSold: null,
  rate: null,
  hasDealOfTheDay: null,
  ...more,
});

export const competitor = (
  sellerName: string,
  better: Partial<Record<Criterion, Better>> = {},
  more: Partial<Competitor> = {},
): Competitor => ({
  ...offer(),
  id: sellerName,
  sellerId: sellerName,
  sellerName,
  marketplaceId: 2,
  link: null,
  suspicion: null,
  better: {
    ...(Object.fromEntries(CRITERIA.map((one) => [one, 'unknown'])) as Record<Criterion, Better>),
    ...better,
  },
  ...more,
});

export const compared = (more: Partial<ComparedMarket> = {}): ComparedMarket => ({
  state: 'ready',
  observedAt: '2026-11-20T12:00:00Z',
  buybox: { status: 'LOSING', priceToWin: 97, reason: null, winnerPrice: 98 },
  reportsOffers: true,
  boosts: [],
  own: offer(),
  competitors: [],
  total: 0,
  tips: [],
  ...more,
});
