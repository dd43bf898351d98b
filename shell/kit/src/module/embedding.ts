import type { Announcements } from '../context/announcements.ts';

/** Why a host is asked for a token. */
export interface TokenRequest {
  /** None was given; it expires soon; the server refused it; or it is for another company than the element's. */
  reason: 'missing' | 'ending' | 'refused' | 'other-company';
  module: string;
  company: number | null;
}

/** `auto`: what the person prefers. */
export type ColorTheme = 'light' | 'dark' | 'auto';

/** The options of an element; read again whenever the host changes something. */
export interface EmbedOptions {
  /** The module's version in the registry; it does not change while the element is on the page. */
  version: string;
  build: string;
  /** The company that is shown; null: the token's. */
  company: number | null;
  /** An access token, as `POST /auth/any-token` answers it. */
  token: string | null;
  /** `pt-BR`, `en`, `es-AR`…; null: what the browser and the page ask for. */
  locale: string | null;
  theme: ColorTheme;
  /** The origin of the product, without a slash at its end. */
  baseUrl: string;
  /** The parameter of the host's address that holds the path; null: the address is left alone. */
  syncUrl: string | null;
  /** Asks the host for a token. */
  refreshToken?: ((request: TokenRequest) => Promise<string>) | undefined;
  onEvent: EmbedListener;
}

/** What went wrong in an element, for the host's log: the element itself tells the person. */
export type EmbedFault =
  | 'unauthorised-origin'
  | 'session-ended'
  | 'other-company'
  | 'offline'
  | 'maintenance'
  | 'render';

/** All that an element tells its host. */
export interface EmbedEvents extends Announcements {
  ready: { module: string; version: string };
  error: { module: string; reason: EmbedFault };
  navigated: { path: string };
  'token-needed': TokenRequest;
}

export type EmbedListener = <Name extends keyof EmbedEvents>(
  name: Name,
  detail: EmbedEvents[Name],
) => void;

/** A module in an element. */
export interface Embedded {
  /** Applies a change of the host; nothing that was typed is lost, unless company or server change. */
  update(options: EmbedOptions): void;
  /** Goes to a page of the module: `historico-de-precos?page=2`. False: the module has no such page. */
  open(path: string): boolean;
  /** Removes everything: nodes, styles, timers, connections. */
  close(): void;
}

/** Renders a module into the shadow root of an element. */
export type Embed = (root: ShadowRoot, options: EmbedOptions) => Promise<Embedded>;
