// What the tests of the pages share; never part of a build.
import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import type { MarketplaceChoice } from '@primazia/backend/integrations/contract';
import { MARKETPLACES } from '@primazia/kit/testing';

/** An account as the server sends it, with defaults for what a test does not set. */
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
  authorizationEndsAt: null,
  expiresInDays: null,
  notifications: { lastAt: '2026-11-20T11:59:00.000Z', refusal: null },
  quota: { usedPercent: 12, restsUntil: null },
  problem: null,
  problemDetail: null,
  endedAt: null,
  ...more,
});

export const CHOICES: MarketplaceChoice[] = [
  ...MARKETPLACES,
  { ...MARKETPLACES[0]!, id: 3, name: 'Magalu', slug: 'magalu', offer: 'not_yet' },
];
