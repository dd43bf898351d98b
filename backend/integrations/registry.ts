import type { Clock } from '../kernel/clock.ts';
import type { MarketplaceId } from '../kernel/marketplace-ids.ts';
import { createFetcher, type FetcherMeans, type FetcherSettings } from './fetcher.ts';
import type { Marketplace, Marketplaces } from './marketplace.ts';
import { createMercadoLivre, type MercadoLivreApp } from './marketplaces/mercadolivre/index.ts';

/** What each marketplace has to be told: where it is, and what the product is called there. */
export interface MarketplacesSettings {
  mercadoLivre: MercadoLivreApp & FetcherSettings;
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((wake) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      wake();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : ms);
    signal?.addEventListener('abort', end);
  });
}

/** The real machine; a test replaces what it needs to. */
const machine = (clock: Clock): FetcherMeans => ({
  fetch: globalThis.fetch,
  clock,
  elapsed: () => performance.now(),
  sleep,
  random: Math.random,
});

/** All marketplaces that the product speaks with: one line each. */
export function createMarketplaces(
  settings: MarketplacesSettings,
  clock: Clock,
  means: Partial<FetcherMeans> = {},
): Marketplaces {
  const reach = (given: FetcherSettings) => createFetcher(given, { ...machine(clock), ...means });
  return marketplacesOf([
    createMercadoLivre(settings.mercadoLivre, reach(settings.mercadoLivre), clock),
  ]);
}

/** A registry over given marketplaces. */
export function marketplacesOf(all: readonly Marketplace[]): Marketplaces {
  const byId = new Map<number, Marketplace>(
    all.map((one) => [one.id satisfies MarketplaceId, one]),
  );
  const bySlug = new Map(all.map((one) => [one.slug, one]));
  return {
    all,
    byId: (id) => byId.get(id) ?? null,
    bySlug: (slug) => bySlug.get(slug) ?? null,
  };
}
