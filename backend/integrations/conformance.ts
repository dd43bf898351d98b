// What every marketplace has to keep to, whatever it speaks on the wire. `conformance` runs it against a
// marketplace and a small fixture of its wire, under fair and foul weather.
import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { MAX_OFFERS, type Market } from '../kernel/market.ts';
import type { Result } from '../kernel/result.ts';
import { createFetcher } from './fetcher.ts';
import type {
  AccountSession,
  CallFailure,
  Fetcher,
  Grant,
  Marketplace,
  MarketTarget,
  NoticeSubject,
} from './marketplace.ts';

/** A marketplace's wire in miniature: one seller, a few ads, the answers of the real thing. */
export interface WireFixture {
  /** Answers as the marketplace would; `reset` puts everything back. */
  answer(request: Request): Promise<Response>;
  reset(): void;
  connect(fetcher: Fetcher, clock: () => Date): Marketplace;
  grant: Grant;
  /** Whether a refresh token is dead once it was used, or stays good. */
  refreshTokens: 'single use' | 'lasting';
  sellerId: string;
  /** All ids of the account's ads, more than one batch of them. */
  listings: string[];
  unknownListing: string;
  /** An ad in the catalog that takes part; its price may be set. */
  target: MarketTarget;
  currencyCode: string;
  /** Ads whose price the marketplace refuses, and takes without ever showing it. */
  lockedListing: string;
  stubbornListing: string;
  /** About the market of `target`, about its content, and about something that the product does not use. */
  notices: Record<
    'market' | 'listing' | 'unused',
    { body: unknown; headers?: Record<string, string> }
  >;
  /** What is decoded as what `notices.market` is about. */
  subject: NoticeSubject;
  /** Whether notices prove, by their headers, who sent them. */
  isProven: boolean;
}

const NOW = new Date('2026-03-02T15:00:00Z');
const TIMEOUT_MS = 150;

type Weather = (request: Request) => Promise<Response> | Response;
/** Answers that are withheld until the test is over. */
const held: ((answer: Response) => void)[] = [];
const FOUL: Record<string, { weather: Weather; kinds: CallFailure['kind'][] }> = {
  'too many calls': {
    weather: () => new Response('{}', { status: 429, headers: { 'retry-after': '7' } }),
    kinds: ['rate_limited'],
  },
  'a broken server': {
    weather: () => new Response('<h1>Oops</h1>', { status: 500 }),
    kinds: ['unavailable'],
  },
  'a gateway without a server': {
    weather: () => new Response('', { status: 502 }),
    kinds: ['unavailable'],
  },
  'no answer': {
    weather: () => new Promise((answer) => held.push(answer)),
    kinds: ['unavailable'],
  },
  'a refused token': {
    weather: () => Response.json({ message: 'invalid access token' }, { status: 401 }),
    kinds: ['unauthorized'],
  },
  'an answer that is no JSON': {
    weather: () => new Response('{"results": [', { status: 200 }),
    kinds: ['invalid'],
  },
  'an answer of another shape': {
    weather: () => Response.json('ok'),
    kinds: ['invalid'],
  },
  'an endless answer': {
    weather: () => new Response(`"${'x'.repeat(200_000)}"`),
    kinds: ['invalid', 'unavailable'],
  },
};

const failureOf = (result: Result<unknown, CallFailure>) => (result.ok ? null : result.error);

/** For a marketplace that is asked nothing. */
const unreachable: Fetcher = () => {
  throw new Error('nobody is to be asked');
};

/** Registers the suite for one marketplace. */
export function conformance(name: string, fixture: WireFixture): void {
  describe(`${name} conforms to the port`, () => {
    let weather: Weather = (request) => fixture.answer(request);
    let seen: { method: string; url: string }[] = [];
    let elsewhere = 0;
    let server: Deno.HttpServer<Deno.NetAddr>;
    let other: Deno.HttpServer<Deno.NetAddr>;
    let marketplace: Marketplace;
    let session: AccountSession;

    const connect = () =>
      fixture.connect(
        createFetcher(
          {
            baseUrl: `http://127.0.0.1:${server.addr.port}`,
            timeoutMs: TIMEOUT_MS,
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
        ),
        () => NOW,
      );

    beforeAll(() => {
      const quiet = { port: 0, hostname: '127.0.0.1', onListen: () => {} };
      server = Deno.serve(quiet, (request) => {
        seen.push({ method: request.method, url: request.url });
        return weather(request);
      });
      other = Deno.serve(quiet, () => {
        elsewhere++;
        return Response.json({});
      });
    });
    afterAll(async () => {
      await server.shutdown();
      await other.shutdown();
    });
    beforeEach(() => {
      fixture.reset();
      weather = (request) => fixture.answer(request);
      seen = [];
      elsewhere = 0;
      // A new one each time: the rest that a 429 asks for must not outlast its test.
      marketplace = connect();
      session = { sellerId: fixture.sellerId, accessToken: 'token-of-the-account' };
    });

    afterEach(() => {
      for (const answer of held.splice(0)) answer(new Response(null));
    });

    const allListings = async () => {
      const pages: Result<string[], CallFailure>[] = [];
      for await (const page of marketplace.scanListings(session)) pages.push(page);
      return pages;
    };
    const marketsOf = (...targets: MarketTarget[]) => marketplace.getMarkets(session, targets, NOW);
    const marketOfTarget = async (): Promise<Market> => {
      const got = await marketsOf(fixture.target);
      assert.ok(got.ok);
      const one = got.value.get(fixture.target.skuMarketplace);
      assert.ok(one?.ok, JSON.stringify(one));
      return one.value;
    };
    /** The failure of the call, or else of the one ad that was asked for. */
    const marketFailure = async () => {
      const got = await marketsOf(fixture.target);
      if (!got.ok) return got.error;
      const one = got.value.get(fixture.target.skuMarketplace);
      return one === undefined ? null : failureOf(one);
    };
    const push = (skuMarketplace: string, price = 12_345) => ({
      skuMarketplace,
      price,
      currencyCode: fixture.currencyCode,
      operationKey: '5a8d6f0e-2f5b-4a60-9d4e-6f6f2c2b7a11',
    });

    it('exchanges a code for the credentials of a seller', async () => {
      const granted = await marketplace.authorize(fixture.grant);
      assert.ok(granted.ok);
      assert.equal(granted.value.sellerId, fixture.sellerId);
      assert.ok(granted.value.nickname.length > 0);
      assert.ok(granted.value.credentials.expiresAt > NOW);
    });

    it('renews credentials, and tells a refresh token that is dead', async () => {
      const granted = await marketplace.authorize(fixture.grant);
      assert.ok(granted.ok);
      const renewed = await marketplace.refresh(granted.value.credentials);
      assert.ok(renewed.ok);
      assert.notEqual(renewed.value.accessToken, granted.value.credentials.accessToken);
      const again = await marketplace.refresh(granted.value.credentials);
      if (fixture.refreshTokens === 'lasting') assert.ok(again.ok && again.value.refreshToken);
      else assert.equal(failureOf(again)?.code, 'invalid_grant');
      const dead = { ...granted.value.credentials, refreshToken: 'nobody’s' };
      assert.equal(failureOf(await marketplace.refresh(dead))?.code, 'invalid_grant');
    });

    it('lists every ad once, and comes to an end', async () => {
      const pages = await allListings();
      const ids = pages.flatMap((page) => (page.ok ? page.value : []));
      assert.ok(pages.every((page) => page.ok));
      assert.deepEqual([...ids].sort(), [...fixture.listings].sort());
    });

    it('gives one result for each ad asked, in the order asked', async () => {
      const asked = [...fixture.listings].reverse();
      asked.splice(1, 0, fixture.unknownListing);
      const got = await marketplace.getListings(session, asked);
      assert.ok(got.ok);
      assert.deepEqual([...got.value.keys()], asked);
      for (const [id, result] of got.value) {
        if (id === fixture.unknownListing) {
          assert.equal(failureOf(result)?.kind, 'not_found');
          continue;
        }
        assert.ok(result.ok);
        assert.equal(result.value.skuMarketplace, id);
        assert.ok(Number.isSafeInteger(result.value.price) && result.value.price > 0);
        assert.ok(Number.isSafeInteger(result.value.stock) && result.value.stock >= 0);
        assert.equal(result.value.currencyCode, fixture.currencyCode);
      }
      assert.deepEqual(await marketplace.getListings(session, []), { ok: true, value: new Map() });
    });

    it('shows a market that holds together', async () => {
      const market: Market = await marketOfTarget();
      assert.equal(market.observedAt, NOW);
      assert.ok(market.offers.length > 1 && market.offers.length <= MAX_OFFERS);
      const positions = market.offers.map((offer) => offer.position);
      assert.deepEqual(
        positions,
        [...new Set(positions)].sort((a, b) => a - b),
      );
      assert.ok((positions[0] ?? 0) >= 1);
      const own = market.offers.filter((offer) => offer.isOwn);
      assert.deepEqual(
        own.map((offer) => offer.sellerId),
        [fixture.sellerId],
      );
      const { winnerSellerId } = market.buybox;
      assert.ok(market.offers.some((offer) => offer.sellerId === winnerSellerId));
      for (const offer of market.offers) {
        assert.equal(offer.marketplaceId, marketplace.id);
        assert.ok(Number.isSafeInteger(offer.price) && offer.price > 0);
        assert.ok(Number.isSafeInteger(offer.shippingPrice) && offer.shippingPrice >= 0);
      }
    });

    it('sets a price that buyers then see', async () => {
      const { skuMarketplace } = fixture.target;
      const outcome = await marketplace.setPrice(session, push(skuMarketplace, 9_876));
      assert.ok(outcome.kind === 'confirmed' || outcome.kind === 'accepted', outcome.kind);
      const price = await marketplace.getPrice(session, skuMarketplace);
      assert.deepEqual(price, { ok: true, value: 9_876 });
      const twice = await marketplace.setPrice(session, push(skuMarketplace, 9_876));
      assert.deepEqual(twice, { kind: 'confirmed', price: 9_876 });
    });

    it('gives one market for each ad asked, and tells the unknown one apart', async () => {
      const unknown = { ...fixture.target, skuMarketplace: fixture.unknownListing };
      const got = await marketsOf(unknown, fixture.target);
      assert.ok(got.ok);
      assert.deepEqual(
        [...got.value.keys()].sort(),
        [fixture.unknownListing, fixture.target.skuMarketplace].sort(),
      );
      assert.ok(got.value.get(fixture.target.skuMarketplace)?.ok);
      assert.deepEqual(await marketsOf(), { ok: true, value: new Map() });
    });

    it('tells a refused price from one that is not shown', async () => {
      const locked = await marketplace.setPrice(session, push(fixture.lockedListing));
      assert.equal(locked.kind, 'rejected');
      const stubborn = await marketplace.setPrice(session, push(fixture.stubbornListing, 12_345));
      assert.ok(stubborn.kind === 'ignored' || stubborn.kind === 'accepted', stubborn.kind);
      const shown = await marketplace.getPrice(session, fixture.stubbornListing);
      assert.ok(shown.ok && shown.value !== 12_345);
      const gone = await marketplace.setPrice(session, push(fixture.unknownListing));
      assert.equal(gone.kind, 'rejected');
    });

    const feesFailure = async () => {
      const { skuMarketplace, catalogProductId } = fixture.target;
      const { currencyCode } = fixture;
      const rest = { catalogProductId, listingTypeId: null, fulfillment: false, price: 1_000 };
      const told = await marketplace.getFees?.(session, [
        { skuMarketplace, currencyCode, ...rest },
      ]);
      return told ? failureOf(told) : null;
    };

    const optional = fixture.connect(unreachable, () => NOW);
    const { skuMarketplace: ownSku } = fixture.target;
    const variationsFailure = async () => {
      const told = await marketplace.getVariations?.(session, ownSku);
      return told ? failureOf(told) : null;
    };
    const healthFailure = async () => {
      const told = await marketplace.getHealth?.(session, ownSku, 'pt');
      return told ? failureOf(told) : null;
    };

    /** Every call of the port that reaches out, as the failure that it ends with. */
    const calls: Record<string, () => Promise<CallFailure | null>> = {
      authorize: async () => failureOf(await marketplace.authorize(fixture.grant)),
      refresh: async () =>
        failureOf(
          await marketplace.refresh({ accessToken: 'a', refreshToken: 'r', expiresAt: NOW }),
        ),
      scanListings: async () => {
        const pages = await allListings();
        assert.equal(pages.length, 1, 'a failed scan ends with its failure');
        return pages[0] === undefined ? null : failureOf(pages[0]);
      },
      getListings: async () => failureOf(await marketplace.getListings(session, fixture.listings)),
      getMarkets: marketFailure,
      getPrice: async () =>
        failureOf(await marketplace.getPrice(session, fixture.target.skuMarketplace)),
      ...(optional.getFees && { getFees: feesFailure }),
      ...(optional.getVariations && { getVariations: variationsFailure }),
      ...(optional.getHealth && { getHealth: healthFailure }),
    };

    const writes = () => seen.filter((request) => request.method !== 'GET');

    for (const [sky, { weather: foul, kinds }] of Object.entries(FOUL)) {
      for (const [call, run] of Object.entries(calls)) {
        it(`${call} meets ${sky} with a failure of its kind`, async () => {
          weather = foul;
          const failure = await run();
          assert.ok(failure && kinds.includes(failure.kind), JSON.stringify(failure));
          assert.ok(failure.code.length > 0 && failure.message.length > 0);
          if (failure.kind === 'rate_limited')
            assert.ok((failure.retryAfterMs ?? 0) > 6_000 && (failure.retryAfterMs ?? 0) <= 7_000);
        });
      }

      it(`setPrice never takes ${sky} for success`, async () => {
        weather = foul;
        const outcome = await marketplace.setPrice(session, push(fixture.target.skuMarketplace));
        assert.ok(outcome.kind === 'failed' || outcome.kind === 'accepted', outcome.kind);
        assert.ok(writes().length <= 1, 'a price is sent once at most');
      });

      it(`setPrice meets ${sky} after sending the price, and sends it once`, async () => {
        weather = (request) => (request.method === 'GET' ? fixture.answer(request) : foul(request));
        const outcome = await marketplace.setPrice(session, push(fixture.target.skuMarketplace));
        assert.ok(outcome.kind === 'failed' || outcome.kind === 'accepted', outcome.kind);
        assert.equal(writes().length, 1);
      });
    }

    it('follows no redirect, and so sends no token elsewhere', async () => {
      const target = `http://127.0.0.1:${other.addr.port}/`;
      weather = () => new Response(null, { status: 307, headers: { location: target } });
      for (const [name, run] of Object.entries(calls))
        assert.equal((await run())?.kind, 'invalid', name);
      await marketplace.setPrice(session, push(fixture.target.skuMarketplace));
      assert.equal(elsewhere, 0);
    });

    it('keeps tokens out of addresses', async () => {
      await allListings();
      await marketplace.getListings(session, fixture.listings);
      await marketsOf(fixture.target);
      await marketplace.setPrice(session, push(fixture.target.skuMarketplace));
      assert.ok(seen.length >= 4);
      for (const request of seen) assert.ok(!request.url.includes(session.accessToken));
    });

    it('lets no id climb out of its path', async () => {
      for (const id of ['..', '../users/me', 'A/../../x', 'A?b=c', 'A#b', 'A\\b', '%2e%2e']) {
        const price = await marketplace.getPrice(session, id);
        assert.equal(price.ok, false, id);
        const outcome = await marketplace.setPrice(session, push(id));
        assert.notEqual(outcome.kind, 'confirmed', id);
      }
      const allowed = new URL(`http://127.0.0.1:${server.addr.port}/`).origin;
      for (const request of seen) {
        const url = new URL(request.url);
        assert.equal(url.origin, allowed);
        assert.ok(!url.pathname.startsWith('/users'), url.pathname);
      }
    });

    it('stops when the caller does', async () => {
      weather = FOUL['no answer']!.weather;
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 20);
      session = { ...session, signal: stop.signal };
      const from = performance.now();
      const failure = await marketFailure();
      assert.equal(failure?.kind, 'unavailable');
      assert.ok(performance.now() - from < TIMEOUT_MS);
    });

    if (fixture.isProven) {
      it('believes no notification without its proof', () => {
        const { body } = fixture.notices.market;
        const bare = marketplace.decodeNotice({ body, headers: new Headers() });
        assert.deepEqual(bare, { ok: false, error: 'unproven' });
      });
    }

    it('decodes its notifications, and survives what is none', () => {
      const decode = (name: keyof WireFixture['notices']) => {
        const { body, headers } = fixture.notices[name];
        return marketplace.decodeNotice({ body, headers: new Headers(headers) });
      };
      const market = decode('market');
      assert.ok(market.ok && market.value?.about === 'market');
      assert.equal(market.value.sellerId, fixture.sellerId);
      assert.deepEqual(market.value.subject, fixture.subject);
      const listing = decode('listing');
      assert.ok(listing.ok && listing.value?.about === 'listing');
      assert.deepEqual(decode('unused'), { ok: true, value: null });
      fc.assert(
        fc.property(fc.anything(), (body) => {
          const headers = new Headers(fixture.notices.market.headers);
          const notice = marketplace.decodeNotice({ body, headers });
          return notice.ok ? notice.value === null : notice.error.length > 0;
        }),
      );
    });
  });
}
