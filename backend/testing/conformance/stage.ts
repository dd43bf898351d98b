// The stub marketplace of the conformance tests: its wire, the faults to inject, and the requests that it received.
import assert from 'node:assert/strict';
import { createFetcher } from '../../integrations/fetcher.ts';
import type { Manifest } from '../../integrations/manifest.ts';
import type {
  AccountSession,
  CallFailure,
  Connector,
  Fetcher,
  Grant,
  MarketTarget,
  NotificationSubject,
  PricePush,
} from '../../integrations/marketplace.ts';
import type { Market } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Result } from '../../kernel/result.ts';

interface SentNotification {
  body: unknown;
  headers?: Record<string, string>;
}

/** A marketplace's wire in miniature: one seller, a few listings, the answers of the real thing. */
export interface WireFixture {
  manifest: Manifest;
  /** Answers as the marketplace would; `reset` puts everything back. */
  answer(request: Request): Promise<Response>;
  reset(): void;
  connect(fetcher: Fetcher, clock: () => Date): Connector;
  grant: Grant;
  /** Whether a refresh token becomes invalid when it is used. */
  refreshTokens: 'single use' | 'lasting';
  sellerId: string;
  /** All ids of the account's listings, more than one batch of them. */
  listings: string[];
  unknownListing: string;
  /** A catalog listing that competes for the buybox; its price may be set. */
  target: MarketTarget;
  currencyCode: string;
  /**
   * An order of two units of `target` that was paid on `day` and never changed since; null: the marketplace's orders are not
   * read.
   */
  order: { orderId: string; day: string; timeZone: string; price: Minor } | null;
  /** Listings whose price the marketplace refuses, and takes without ever showing it. */
  lockedListing: string;
  stubbornListing: string;
  /**
   * About the market of `target` (null: none is ever sent), about its content, and about something that the product does not
   * use.
   */
  notifications: Record<'listing' | 'unused', SentNotification> & {
    market: SentNotification | null;
  };
  /** What is decoded as what `notifications.market` is about. */
  subject: NotificationSubject;
  /** Whether notifications prove, by their headers, who sent them. */
  isProven: boolean;
  /** Whether the proof is made over the body's bytes. */
  signsBodies?: true;
  /** Whether access tokens are in addresses, where the marketplace wants them. */
  hasTokensInAddresses?: true;
  /** Those that prove the account's notifications, where its subscriptions have some. */
  secrets?: readonly string[];
}

export const NOW = new Date('2026-03-02T15:00:00Z');
/** How long an answer is waited for: long enough for a busy machine. */
export const PATIENCE_MS = 30_000;
/** The same where no answer comes; where reads are answered and writes are not. */
const SILENCE_MS = { all: 150, writes: 2_000 };

export type Responder = (request: Request) => Promise<Response> | Response;

export const failureOf = (result: Result<unknown, CallFailure>) =>
  result.ok ? null : result.error;

/** One seller at a marketplace with a miniature wire; `begin` and `end` run before and after each test. */
export class Stage {
  /** How the marketplace answers; `fixture.answer` unless a fault is injected. */
  respond: Responder = () => new Response(null);
  /** The requests that the marketplace received. */
  seen: { method: string; url: string }[] = [];
  /** How many requests went to another host. */
  elsewhere = 0;
  session: AccountSession;
  private made: Connector | null = null;
  private server: Deno.HttpServer<Deno.NetAddr> | null = null;
  private other: Deno.HttpServer<Deno.NetAddr> | null = null;
  /** Answers that are withheld until the test is over. */
  private readonly held: ((answer: Response) => void)[] = [];

  constructor(readonly fixture: WireFixture) {
    this.session = this.freshSession();
  }

  open(): void {
    const quiet = { port: 0, hostname: '127.0.0.1', onListen: () => {} };
    this.server = Deno.serve(quiet, (request) => {
      this.seen.push({ method: request.method, url: request.url });
      return this.respond(request);
    });
    this.other = Deno.serve(quiet, () => {
      this.elsewhere++;
      return Response.json({});
    });
  }

  async close(): Promise<void> {
    await this.server?.shutdown();
    await this.other?.shutdown();
  }

  begin(): void {
    const { fixture } = this;
    fixture.reset();
    this.respond = (request) => fixture.answer(request);
    this.seen = [];
    this.elsewhere = 0;
    // A new one for each test: the pause after a 429 must not affect the next test.
    this.made = this.connect(PATIENCE_MS);
    this.session = this.freshSession();
  }

  end(): void {
    for (const answer of this.held.splice(0)) answer(new Response(null));
  }

  /** Of the marketplace. */
  get origin(): string {
    return `http://127.0.0.1:${this.server!.addr.port}`;
  }

  /** Of the host that must receive no request. */
  get otherOrigin(): string {
    return `http://127.0.0.1:${this.other!.addr.port}`;
  }

  get marketplace(): Connector {
    return this.made!;
  }

  private freshSession(): AccountSession {
    return { sellerId: this.fixture.sellerId, accessToken: 'token-of-the-account' };
  }

  private connect(timeoutMs: number): Connector {
    const fetcher = createFetcher(
      {
        baseUrl: this.origin,
        timeoutMs,
        maxAnswerBytes: 100_000,
        longestPauseMs: 0,
      },
      {
        fetch: globalThis.fetch,
        clock: () => NOW,
        elapsed: () => performance.now(),
        sleep: () => Promise.resolve(),
        random: () => 0,
      },
    );
    return this.fixture.connect(fetcher, () => NOW);
  }

  /** No answer before the test ends. */
  readonly silence: Responder = () => new Promise((answer) => this.held.push(answer));

  /** Changes how the marketplace answers everything, or writes alone. */
  respondWith(respond: Responder, what: keyof typeof SILENCE_MS = 'all'): void {
    this.respond =
      what === 'all'
        ? respond
        : (request) => (request.method === 'GET' ? this.fixture.answer(request) : respond(request));
    if (respond === this.silence) this.made = this.connect(SILENCE_MS[what]);
  }

  /** The writes that the marketplace received. */
  writes() {
    return this.seen.filter((request) => request.method !== 'GET');
  }

  async allListings(): Promise<Result<string[], CallFailure>[]> {
    const pages: Result<string[], CallFailure>[] = [];
    for await (const page of this.marketplace.scanListings(this.session)) pages.push(page);
    return pages;
  }

  marketsOf(...targets: MarketTarget[]) {
    return this.marketplace.getMarkets!(this.session, targets, NOW);
  }

  async marketOfTarget(): Promise<Market> {
    const { target } = this.fixture;
    const got = await this.marketsOf(target);
    assert.ok(got.ok);
    const one = got.value.get(target.skuMarketplace);
    assert.ok(one?.ok, JSON.stringify(one));
    return one.value;
  }

  /** The failure of the call, or else of the one requested listing. */
  async marketFailure(): Promise<CallFailure | null> {
    const { target } = this.fixture;
    const got = await this.marketsOf(target);
    if (!got.ok) return got.error;
    const one = got.value.get(target.skuMarketplace);
    return one === undefined ? null : failureOf(one);
  }

  pushOf(skuMarketplace: string, price = 12_345): PricePush {
    return {
      skuMarketplace,
      price,
      currencyCode: this.fixture.currencyCode,
      operationKey: '5a8d6f0e-2f5b-4a60-9d4e-6f6f2c2b7a11',
    };
  }

  setPrice(skuMarketplace: string, price?: number) {
    return this.marketplace.setPrice(this.session, this.pushOf(skuMarketplace, price));
  }

  /** The target with the other listings whose prices may be sent in one call with its own; the target alone if there are none. */
  batch(): string[] {
    const { listings, target } = this.fixture;
    const keyOf = this.marketplace.batchKey;
    if (keyOf === undefined) return [target.skuMarketplace];
    return listings.filter((sku) => keyOf(sku) === keyOf(target.skuMarketplace));
  }
}

/** For a marketplace that must receive no request. */
export const unreachable: Fetcher = () => {
  throw new Error('no request expected');
};
