import type { Clock } from '../kernel/clock.ts';
import type { MarketplaceId } from '../kernel/marketplace-ids.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createSafeFetch } from '../platform/safe-fetch.ts';
import { createFetcher, type FetcherMeans, type FetcherSettings } from './fetcher.ts';
import { createLimiter } from './limiter.ts';
import type { Fetcher, Marketplace, Marketplaces } from './marketplace.ts';
import { type AmazonSettings, amazonPace, createAmazon } from './marketplaces/amazon/index.ts';
import {
  createMercadoLivre,
  type MercadoLivreApp,
  type MercadoLivrePace,
  mercadoLivrePace,
} from './marketplaces/mercadolivre/index.ts';
import { postgresBuckets } from './postgres-buckets.ts';

/** What each marketplace has to be told: where it is, and what the product is called there. */
export interface MarketplacesSettings {
  mercadoLivre: MercadoLivreApp & MercadoLivrePace & FetcherSettings;
  /** Null or absent: the product is not known there. */
  amazon?: (AmazonSettings & FetcherSettings & { loginUrl: string }) | null;
}

type Reach = (name: string, given: FetcherSettings) => Fetcher;

/** Beyond this a download is no report: 1 GiB of packed text. */
const REPORT_BYTES = 1024 ** 3;
const REPORT_MS = 10 * 60_000;

/** Amazon has a second host for its login, and names files on AWS, or on a sandbox's own host. */
function amazonOf(
  settings: NonNullable<MarketplacesSettings['amazon']>,
  reach: Reach,
  { clock, sleep }: FetcherMeans,
): Marketplace {
  const { origin, protocol } = new URL(settings.baseUrl);
  const pace = amazonPace(settings);
  return createAmazon(settings, {
    api: reach('amazon', { ...pace, ...settings }),
    login: reach('amazon', { urgent: pace.urgent, ...settings, baseUrl: settings.loginUrl }),
    download: createSafeFetch({
      allowedHosts: ['.amazonaws.com'],
      ...(protocol === 'http:' && { allowHttpOrigin: origin }),
      timeoutMs: REPORT_MS,
      maxBytes: REPORT_BYTES,
    }),
    clock,
    sleep,
  });
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

/** What the processes over one database share: the marketplaces' limits; and where one process tells of its calls. */
export function sharedMeans(house: { db: Db; log: Log; metrics: Metrics }): Partial<FetcherMeans> {
  const elapsed = () => performance.now();
  return {
    elapsed,
    limiter: createLimiter(postgresBuckets(house.db), {
      elapsed,
      sleep,
      onFault: (error) => house.log.warn('The marketplaces’ limits cannot be reached', { error }),
    }),
    observe: ({ ms: _, ...labels }) => house.metrics.marketplaceCalls.inc(labels),
    onCircuit: ({ isOpen, ...where }) =>
      isOpen
        ? house.log.warn('A marketplace does not answer; its calls are held back', where)
        : house.log.info('A marketplace answers again', where),
  };
}

/** All marketplaces that the product speaks with: one line each. */
export function createMarketplaces(
  settings: MarketplacesSettings,
  clock: Clock,
  means: Partial<FetcherMeans> = {},
): Marketplaces {
  const all = { ...machine(clock), ...means };
  const reach: Reach = (name, given) => createFetcher({ name, ...given }, all);
  const { mercadoLivre, amazon } = settings;
  return marketplacesOf([
    createMercadoLivre(
      mercadoLivre,
      reach('mercadolivre', { ...mercadoLivrePace(mercadoLivre), ...mercadoLivre }),
      clock,
    ),
    ...(amazon ? [amazonOf(amazon, reach, all)] : []),
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
