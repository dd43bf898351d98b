// What a host's TypeScript knows of Primazia's elements. Declarations alone: the code comes by the script tag.

/** Why an element asks for a token. */
export interface TokenRequest {
  /** None was given; it expires soon; the server refused it; or it is for another company than the element's. */
  reason: 'missing' | 'ending' | 'refused' | 'other-company';
  /** The module that the token has to be for: `mfe-pricing`. */
  module: string;
  /** The company that the element shows, by its attribute. */
  company: number | null;
}

/**
 * What went wrong; the element tells the person, in words and with a retry.
 *
 * - `registry`, `down`, `slow`: the module could not be fetched, or not in time
 * - `broken`, `tampered`, `too-new`: it was fetched and cannot be run
 * - `render`: a page of it broke
 * - `unauthorised-origin`: the company has not registered the origin of this page
 * - `session-ended`, `other-company`: no token was given, only ones that are refused, or one for another company
 * - `offline`, `maintenance`: Primazia does not answer, or is closed for a moment
 */
export type PrimaziaFault =
  | 'registry'
  | 'down'
  | 'slow'
  | 'broken'
  | 'tampered'
  | 'too-new'
  | 'render'
  | 'unauthorised-origin'
  | 'session-ended'
  | 'other-company'
  | 'offline'
  | 'maintenance';

/** What the events carry as their `detail`, by name without `primazia:`. */
export interface PrimaziaDetails {
  /** The module is shown. */
  ready: { module: string; version: string };
  error: { module: string; reason: PrimaziaFault };
  /** Another page of the module is shown: `historico-de-precos?page=2`. */
  navigated: { path: string };
  /** Give a token by the attribute `token`. Only where there is no `refreshToken`. */
  'token-needed': TokenRequest;
  /** Price updates that waited were approved: they are on their way to the marketplace. */
  'price-approved': { updateIds: number[] };
  /** Price updates that waited were cancelled. */
  'price-cancelled': { updateIds: number[] };
  /** An undo of price updates was requested. */
  'price-undone': { updateIds: number[] };
  /** A rule was made or changed. */
  'rule-saved': { ruleId: number };
  /** A bulk action has begun. */
  'bulk-started': { bulkId: number };
}

/** The events of an element; they bubble, also out of a shadow root of the host. */
export type PrimaziaEventMap = {
  [Name in keyof PrimaziaDetails as `primazia:${Name}`]: CustomEvent<PrimaziaDetails[Name]>;
};

/** The attributes of an element, as HTML has them. */
export interface PrimaziaAttributes {
  /** The company's number. Without it the token decides. */
  company?: string | number;
  /** The `token` in the answer of `POST /auth/any-token`. */
  token?: string;
  /** `pt`, `en`, `es`, also with a region; without it the page's `lang` counts, then the browser's. */
  locale?: string;
  /** `auto` follows the person's system. Without it the element is light. */
  theme?: 'light' | 'dark' | 'auto';
  /** The origin of Primazia, where it differs from the script's. */
  'base-url'?: string;
  /** Keeps the page of the module in the address of this page, in a parameter of that name, or of the tag's. */
  'sync-url'?: string | boolean;
}

/** The pages of `<primazia-pricing>`. */
export type PricingPage =
  | 'precificacao-automatica'
  | 'historico-de-precos'
  | 'configuracao-de-precificacao'
  | 'regras-de-precificacao'
  | 'simulacao-de-regras'
  | 'planilhas-de-regras';

type Within<Page extends string> = Page | `${Page}/${string}` | `${Page}?${string}`;

/** An element of Primazia on a host's page. `Page` names the pages of its module. */
export interface PrimaziaElement<Page extends string = string> extends HTMLElement {
  /**
   * Returns a token. Called when there is none, before one expires, after one was refused, and to report that the
   * module did not load. Concurrent needs cause one call. It may be set at any time.
   */
  refreshToken?: ((request: TokenRequest) => Promise<string>) | undefined;
  /**
   * Goes to a page of the module, once it is loaded: `element.open('historico-de-precos?page=2')`.
   * @returns false where the module has no such page, or does not load
   */
  open(path: Within<Page>): Promise<boolean>;
  /** Starts again, with fresh data; unsaved input is lost. */
  reload(): Promise<void>;

  addEventListener<Name extends keyof PrimaziaEventMap>(
    type: Name,
    listener: (this: this, event: PrimaziaEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'primazia-pricing': PrimaziaElement<PricingPage>;
    /** Every other module: its tag is `embed` of its `module.json`. */
    [tag: `primazia-${string}`]: PrimaziaElement;
  }
}
