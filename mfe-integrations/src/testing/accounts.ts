// What the tests of the pages share; never part of a build.
import type { AccountIntegration, MarketplaceChoice } from '@primazia/backend/catalog/contract';

/** An account as the server tells it, where a test does not care. */
export const account = (more: Partial<AccountIntegration> = {}): AccountIntegration => ({
  id: 4,
  name: 'Casa Lua',
  marketplaceId: 2,
  status: 'active',
  lastSyncedAt: '2026-11-20T12:00:00.000Z',
  sellerId: '515151',
  countryCode: 'BR',
  ads: 1_240,
  connectedAt: '2026-10-01T12:00:00.000Z',
  sync: null,
  problem: null,
  problemDetail: null,
  ...more,
});

export const CHOICES: MarketplaceChoice[] = [
  { id: 1, name: 'Amazon', slug: 'amazon', offer: 'not_set_up', countries: [] },
  { id: 2, name: 'Mercado Livre', slug: 'mercadolivre', offer: 'offered', countries: ['BR', 'MX'] },
  { id: 3, name: 'Magalu', slug: 'magalu', offer: 'not_yet', countries: [] },
];
