// What a marketplace's folder declares: one value, from which settings, secrets, names and routes follow. The hosts that the
// process may connect to are in `network.json` beside it, which the launcher reads (`scripts/lib/permissions.mjs`).
import type { Clock } from '../kernel/clock.ts';
import type { MarketplaceFacts } from '../kernel/marketplace.ts';
import type { Result } from '../kernel/result.ts';
import type { Environment, SettingsGroup } from '../kernel/settings.ts';
import type { Connector, Fetcher, Grant } from './marketplace.ts';

/** What a connector is made with: settings, and the addresses of the product and the sandbox. */
export interface Place {
  environment: Environment;
  /** Where people reach the product, without a slash at the end. */
  publicUrl: string;
  /** The address of the sandbox that replaces the marketplaces; null: there is none. */
  sandboxUrl: string | null;
  /** By their names in `secrets.json`. */
  secrets: Readonly<Record<string, string | undefined>>;
}

/** A host that a connector calls, and its limits. */
export interface Host {
  baseUrl: string;
  /** What the marketplace allows one account, by operation; `*` is for all that are not named together. */
  limits?: Readonly<Record<string, { perSecond: number; burst: number }>>;
  /** Operations with priority over all others: those that set prices and read them back. */
  urgent?: readonly string[];
  /** The header in which it reports the calls a second that it allows, where it has one. */
  rateHeader?: string;
}

/** Downloads a file from an address that a marketplace named, within the limits that it was made with. */
export type Download = (
  url: string,
  signal?: AbortSignal,
) => Promise<Result<ReadableStream<Uint8Array>, { code: string; message: string }>>;

export interface DownloadLimits {
  /** Each exact, or with a leading dot for every name below it. */
  allowedHosts: readonly string[];
  /** The one origin that may be plain HTTP and on this machine: a sandbox's. */
  allowHttpOrigin?: string;
  timeoutMs: number;
  maxBytes: number;
}

export interface ConnectorMeans {
  /** Makes the client of a host. */
  fetcher(host: Host): Fetcher;
  download(limits: DownloadLimits): Download;
  clock: Clock;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** How a marketplace is connected to. */
export interface Connection {
  settings: SettingsGroup;
  /** What the sandbox exchanges for an account of each demo company, in their order. */
  demoGrants: readonly Grant[];
  /** The same for advertising, where it takes a consent of its own. */
  demoAdsGrants?: readonly Grant[];
  /**
   * Makes the connector by settings that were checked against `settings.schema`; null: the product is not registered at
   * the marketplace.
   */
  connect(place: Place, means: ConnectorMeans): Connector | null;
}

export interface Manifest extends MarketplaceFacts {
  /** Null: the product has no connector for it yet. */
  connection: Connection | null;
}
