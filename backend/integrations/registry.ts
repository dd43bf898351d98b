import type { Clock } from '../kernel/clock.ts';
import type { SettingsGroup } from '../kernel/settings.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createSafeFetch } from '../platform/safe-fetch.ts';
import type { Limit } from './bucket.ts';
import { createFetcher, type FetcherMeans } from './fetcher.ts';
import { createLimiter } from './limiter.ts';
import type { Manifest, Place } from './manifest.ts';
import type { Marketplace, Marketplaces } from './marketplace.ts';
import { amazon } from './marketplaces/amazon/manifest.ts';
import { magalu } from './marketplaces/magalu/manifest.ts';
import { mercadoLivre } from './marketplaces/mercadolivre/manifest.ts';
import { shopee } from './marketplaces/shopee/manifest.ts';
import { postgresBuckets } from './postgres-buckets.ts';

/** All marketplaces that the product knows, in the order in which pages show them: one line each. */
export const MANIFESTS: readonly Manifest[] = [amazon, mercadoLivre, magalu, shopee];

/** The settings of all connectors. */
export const marketplaceSettings = (manifests = MANIFESTS): SettingsGroup[] =>
  manifests.flatMap(({ connection }) => (connection === null ? [] : [connection.settings]));

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

/** The real machine; tests replace parts of it. */
const machine = (clock: Clock): FetcherMeans => ({
  fetch: globalThis.fetch,
  clock,
  elapsed: () => performance.now(),
  sleep,
  random: Math.random,
});

/** What the processes over one database share: the marketplaces' limits; and where calls are counted and logged. */
export function sharedMeans(ctx: { db: Db; log: Log; metrics: Metrics }): Partial<FetcherMeans> {
  const elapsed = () => performance.now();
  return {
    elapsed,
    limiter: createLimiter(postgresBuckets(ctx.db), {
      elapsed,
      sleep,
      onFault: (error) => ctx.log.warn('Rate limits of marketplaces cannot be read', { error }),
    }),
    observe: ({ ms: _, ...labels }) => ctx.metrics.marketplaceCalls.inc(labels),
    onCircuit: ({ isOpen, ...where }) =>
      isOpen
        ? ctx.log.warn('Circuit breaker opened: the marketplace does not answer', where)
        : ctx.log.info('Circuit breaker closed: the marketplace answers again', where),
  };
}

/** Connects to the marketplaces that are set up. @throws where unchecked settings are wrong */
export function connectMarketplaces(
  place: Place,
  clock: Clock,
  means: Partial<FetcherMeans> = {},
  manifests: readonly Manifest[] = MANIFESTS,
): Marketplaces {
  const all = { ...machine(clock), ...means };
  const connected = manifests.flatMap(({ id, slug, connection }) => {
    const limits: Record<string, Limit> = {};
    const connector = connection?.connect(place, {
      fetcher(host) {
        Object.assign(limits, host.limits);
        return createFetcher({ name: slug, ...host }, all);
      },
      download: createSafeFetch,
      clock,
      sleep: all.sleep,
    });
    return connector ? [{ ...connector, id, slug, limits }] : [];
  });
  return marketplacesOf(connected, manifests);
}

/** A registry over given marketplaces. */
export function marketplacesOf(
  all: readonly Marketplace[],
  manifests: readonly Manifest[] = MANIFESTS,
): Marketplaces {
  const byId = new Map(all.map((one) => [one.id, one]));
  const bySlug = new Map(all.map((one) => [one.slug, one]));
  const facts = new Map(manifests.map((one) => [one.id, one]));
  return {
    all,
    byId: (id) => byId.get(id) ?? null,
    bySlug: (slug) => bySlug.get(slug) ?? null,
    known: manifests.map(({ connection, ...one }) => ({
      ...one,
      hasConnector: connection !== null,
    })),
    traits: new Map(manifests.map(({ id, traits }) => [id, traits])),
    factsOf: (id) => facts.get(id) ?? null,
  };
}
