// The contract of every marketplace port, independent of its wire format. `conformance` runs it against a marketplace
// and a small fixture of its wire, with and without injected faults.
import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { CallFailure, Fetcher } from '../../integrations/marketplace.ts';
import type { OrderPage, RemoteOrder } from '../../integrations/orders.ts';
import { marketplacesOf } from '../../integrations/registry.ts';
import { CRITERIA, type Criterion, MAX_OFFERS, type Reported } from '../../kernel/market.ts';
import type { Result } from '../../kernel/result.ts';
import { compareMarket } from '../../monitoring/actions.ts';
import { isReported } from '../../monitoring/engine/compare.ts';
import { incoming } from '../incoming.ts';
import { failureOf, NOW, PATIENCE_MS, Stage, type Weather, type WireFixture } from './stage.ts';

/** Registers the suite for one marketplace. */
export function conformance(name: string, fixture: WireFixture): void {
  describe(`${name} conforms to the port`, () => {
    const stage = new Stage(fixture);
    beforeAll(() => stage.open());
    afterAll(() => stage.close());
    beforeEach(() => stage.begin());
    afterEach(() => stage.end());

    letsSellersIn(stage);
    tellsOfListings(stage);
    tellsOfMarkets(stage);
    setsPrices(stage);
    tellsOfOrders(stage);
    bearsFoulWeather(stage);
    keepsToItself(stage);
    keepsItsManifest(stage);
    tellsCriteria(stage);
    takesNotifications(stage);
  });
}

/** The connector does what its manifest declares. */
function keepsItsManifest({ fixture }: Stage): void {
  it('has the traits of its manifest', () => {
    const { traits, connection } = fixture.manifest;
    const connector = fixture.connect(unreachable, () => NOW);
    assert.equal(connector.getFees !== undefined, traits.reportsFees);
    assert.equal(connector.getAdFigures !== undefined, traits.reportsAdFigures);
    assert.equal(connector.getMarkets !== undefined, traits.reportsCompetitors);
    // What belongs together is there together.
    assert.equal(connector.setPrices !== undefined, connector.batchKey !== undefined);
    assert.equal(connector.peekNotification !== undefined, fixture.secrets !== undefined);
    assert.ok(connection);
    const settings = Object.keys(connection.settings.schema.shape);
    const named = [
      ...Object.values(connection.settings.client),
      ...Object.values(connection.settings.secrets),
    ];
    for (const name of named) assert.ok(settings.includes(name), name);
  });
}

/** The answers contain exactly those data of a competitor's offer that the manifest declares as reported. */
function tellsCriteria(stage: Stage): void {
  const { manifest, target } = stage.fixture;
  const { criteria, reportsCompetitors } = manifest.traits;
  const declared = (what: Reported) => CRITERIA.filter((name) => criteria[name] === what);

  it('reports of competitors the criteria that its manifest names', async () => {
    if (!reportsCompetitors) {
      assert.deepEqual(declared('never'), [...CRITERIA]);
      return;
    }
    const market = await stage.marketOfTarget();
    const { competitors } = compareMarket(
      { marketplaces: marketplacesOf([], [manifest]) },
      {
        ...target,
        marketplaceId: manifest.id,
        sellerId: stage.fixture.sellerId,
        link: null,
        price: 10_000,
        shippingPrice: null,
        fulfillment: false,
        listingTypeId: null,
        stock: 1,
        status: 'ENABLED',
      },
      market,
    );
    assert.ok(competitors.length > 0);
    const reportedOf = (name: Criterion) => competitors.filter((one) => isReported(one, name));
    for (const name of declared('always'))
      assert.equal(reportedOf(name).length, competitors.length, name);
    for (const name of declared('sometimes')) assert.ok(reportedOf(name).length > 0, name);
    for (const name of declared('never')) assert.deepEqual(reportedOf(name), [], name);
  });
}

/** Codes, tokens and their renewal. */
function letsSellersIn(stage: Stage): void {
  const { fixture } = stage;

  it('exchanges a code for the credentials of a seller', async () => {
    const granted = await stage.marketplace.authorize(fixture.grant);
    assert.ok(granted.ok);
    const seller = granted.value.find(({ sellerId }) => sellerId === fixture.sellerId);
    assert.ok(seller);
    assert.ok(seller.nickname.length > 0);
    assert.ok(seller.credentials.expiresAt > NOW);
  });

  it('renews credentials, and recognises a refresh token that is dead', async () => {
    const granted = await stage.marketplace.authorize(fixture.grant);
    assert.ok(granted.ok);
    const seller = granted.value.find(({ sellerId }) => sellerId === fixture.sellerId)!;
    const renewed = await stage.marketplace.refresh(seller.credentials, seller);
    assert.ok(renewed.ok);
    assert.notEqual(renewed.value.accessToken, seller.credentials.accessToken);
    const again = await stage.marketplace.refresh(seller.credentials, seller);
    if (fixture.refreshTokens === 'lasting') assert.ok(again.ok && again.value.refreshToken);
    else assert.equal(failureOf(again)?.code, 'invalid_grant');
    const dead = { ...seller.credentials, refreshToken: 'nobody’s' };
    assert.equal(failureOf(await stage.marketplace.refresh(dead, seller))?.code, 'invalid_grant');
  });
}

/** What the seller has on sale. */
function tellsOfListings(stage: Stage): void {
  const { fixture } = stage;

  it('lists every listing once and ends', async () => {
    const pages = await stage.allListings();
    const ids = pages.flatMap((page) => (page.ok ? page.value : []));
    assert.ok(pages.every((page) => page.ok));
    assert.deepEqual([...ids].sort(), [...fixture.listings].sort());
  });

  it('gives one result for each requested listing, in the order of the request', async () => {
    const asked = [...fixture.listings].reverse();
    asked.splice(1, 0, fixture.unknownListing);
    const got = await stage.marketplace.getListings(stage.session, asked);
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
    assert.deepEqual(await stage.marketplace.getListings(stage.session, []), {
      ok: true,
      value: new Map(),
    });
  });
}

/** The competitors of the seller's own listings. */
function tellsOfMarkets(stage: Stage): void {
  const { fixture } = stage;
  if (!fixture.manifest.traits.reportsCompetitors) return;

  it('shows a market that holds together', async () => {
    const market = await stage.marketOfTarget();
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
    const none = { winnerSellerId: null, priceToWin: null, reason: null };
    if (fixture.manifest.traits.hasBuybox)
      assert.ok(market.offers.some((offer) => offer.sellerId === winnerSellerId));
    else assert.deepEqual(market.buybox, { status: 'OUTSIDE_BUYBOX', ...none });
    for (const offer of market.offers) {
      assert.equal(offer.marketplaceId, fixture.manifest.id);
      assert.ok(Number.isSafeInteger(offer.price) && offer.price > 0);
      const shipping = offer.shippingPrice ?? 0;
      assert.ok(Number.isSafeInteger(shipping) && shipping >= 0);
    }
  });

  it('gives one market for each requested listing, and reports an unknown one as such', async () => {
    const unknown = { ...fixture.target, skuMarketplace: fixture.unknownListing };
    const got = await stage.marketsOf(unknown, fixture.target);
    assert.ok(got.ok);
    assert.deepEqual(
      [...got.value.keys()].sort(),
      [fixture.unknownListing, fixture.target.skuMarketplace].sort(),
    );
    assert.ok(got.value.get(fixture.target.skuMarketplace)?.ok);
    assert.deepEqual(await stage.marketsOf(), { ok: true, value: new Map() });
  });
}

/** Prices, and what the marketplace makes of them. */
function setsPrices(stage: Stage): void {
  const { fixture } = stage;

  it('sets a price that buyers then see', async () => {
    const { skuMarketplace } = fixture.target;
    const outcome = await stage.setPrice(skuMarketplace, 9_876);
    assert.ok(outcome.kind === 'confirmed' || outcome.kind === 'accepted', outcome.kind);
    const price = await stage.marketplace.getPrice(stage.session, skuMarketplace);
    assert.deepEqual(price, { ok: true, value: 9_876 });
    const twice = await stage.setPrice(skuMarketplace, 9_876);
    assert.deepEqual(twice, { kind: 'confirmed', price: 9_876 });
  });

  if (fixture.connect(unreachable, () => NOW).setPrices !== undefined) {
    const setAll = (price: number) =>
      stage.marketplace.setPrices!(
        stage.session,
        stage.batch().map((sku, index) => stage.pushOf(sku, price + index)),
      );

    it('sets several prices by one call, and reports how each ended', async () => {
      const batch = stage.batch();
      assert.ok(batch.length > 1);
      const outcomes = await setAll(9_876);
      assert.ok(outcomes.ok);
      assert.equal(outcomes.value.length, batch.length);
      for (const { kind } of outcomes.value)
        assert.ok(kind === 'confirmed' || kind === 'accepted', kind);
      assert.equal(stage.writes().length, 1);
      for (const [index, sku] of batch.entries()) {
        const price = await stage.marketplace.getPrice(stage.session, sku);
        assert.deepEqual(price, { ok: true, value: 9_876 + index });
      }
    });

    for (const [sky, { weather: foul }] of Object.entries(foulOn(stage))) {
      it(`setPrices never takes ${sky} for success, and sends a batch once`, async () => {
        stage.turn(foul, 'writes');
        const outcomes = await setAll(9_876);
        const ends = outcomes.ok ? outcomes.value.map(({ kind }) => kind) : [];
        for (const kind of ends) assert.ok(kind === 'failed' || kind === 'accepted', kind);
        assert.equal(stage.writes().length, 1);
      });
    }
  }

  it('distinguishes a refused price from one that is not shown', async () => {
    const locked = await stage.setPrice(fixture.lockedListing);
    assert.equal(locked.kind, 'rejected');
    const stubborn = await stage.setPrice(fixture.stubbornListing, 12_345);
    assert.ok(stubborn.kind === 'ignored' || stubborn.kind === 'accepted', stubborn.kind);
    const shown = await stage.marketplace.getPrice(stage.session, fixture.stubbornListing);
    assert.ok(shown.ok && shown.value !== 12_345);
    const gone = await stage.setPrice(fixture.unknownListing);
    assert.equal(gone.kind, 'rejected');
  });
}

/** What was sold. */
function tellsOfOrders(stage: Stage): void {
  const { order: sold, target } = stage.fixture;
  if (sold === null) return;
  const { orderId, day, timeZone, price } = sold;

  it('reports an order by its id as in a search by its last change', async () => {
    const one = await stage.marketplace.getOrder?.(stage.session, orderId);
    assert.ok(one?.ok);
    const { updatedAt, lines, shipments } = one.value;
    assert.deepEqual(
      lines.map(({ skuMarketplace, units, state }) => [skuMarketplace, units, state]),
      [[target.skuMarketplace, 2, 'paid']],
    );
    assert.equal(lines[0]?.price, price);
    assert.ok(shipments);
    const query = { updatedFrom: updatedAt, updatedTo: NOW };
    const found: RemoteOrder[] = [];
    let cursor: string | null = null;
    do {
      const page: Result<OrderPage, CallFailure> | undefined = await stage.marketplace.getOrders?.(
        stage.session,
        { ...query, cursor },
      );
      assert.ok(page?.ok);
      found.push(...page.value.orders);
      assert.equal(page.value.unreadable, 0);
      cursor = page.value.next;
    } while (cursor !== null);
    assert.deepEqual(
      found.map((order) => [order.orderId, order.lines]),
      [[orderId, lines]],
    );
  });

  it('reports a refund of one unit of it by when it was posted, where orders do not report refunds', async () => {
    const ask = (from: string, to: string) =>
      stage.marketplace.getRefunds?.(stage.session, {
        from: new Date(from),
        to: new Date(to),
        cursor: null,
      });
    const found = await ask('2026-03-01T11:30:00Z', '2026-03-01T11:30:00Z');
    if (found === undefined) return;
    assert.ok(found.ok);
    assert.deepEqual(
      found.value.refunds.map((refund) => [refund.orderId, refund.items]),
      [[orderId, [{ skuMarketplace: target.skuMarketplace, amount: price }]]],
    );
    const later = await ask('2026-03-01T11:30:01Z', '2026-03-02T11:30:00Z');
    assert.deepEqual(later, { ok: true, value: { refunds: [], unreadable: 0, next: null } });
  });

  it('counts an order in the sums of its day', async () => {
    const days = { from: day, to: day, timeZone };
    const totals = await stage.marketplace.getSalesTotals?.(stage.session, days);
    const { currencyCode } = stage.fixture;
    assert.deepEqual(totals, {
      ok: true,
      value: [{ day, orders: 1, units: 2, sales: 2 * price, currencyCode }],
    });
  });
}

/** Foul weather, and the kinds of failure that each call may end with in it. */
const foulOn = (
  stage: Stage,
): Record<string, { weather: Weather; kinds: CallFailure['kind'][] }> => ({
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
    weather: stage.silence,
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
});

/** For a marketplace that must receive no request. */
const unreachable: Fetcher = () => {
  throw new Error('no request expected');
};

/** Every call of the port that reaches out, as the failure that it ends with. */
function callsOf(stage: Stage): Record<string, () => Promise<CallFailure | null>> {
  const { fixture } = stage;
  const feesFailure = async () => {
    const { skuMarketplace, catalogProductId } = fixture.target;
    const { currencyCode } = fixture;
    const rest = { catalogProductId, listingTypeId: null, fulfillment: false, price: 1_000 };
    const reported = await stage.marketplace.getFees?.(stage.session, [
      { skuMarketplace, currencyCode, ...rest },
    ]);
    return reported ? failureOf(reported) : null;
  };

  const optional = fixture.connect(unreachable, () => NOW);
  const { skuMarketplace: ownSku } = fixture.target;
  const variationsFailure = async () => {
    const reported = await stage.marketplace.getVariations?.(stage.session, ownSku);
    return reported ? failureOf(reported) : null;
  };
  const healthFailure = async () => {
    const reported = await stage.marketplace.getHealth?.(stage.session, ownSku, 'pt');
    return reported ? failureOf(reported) : null;
  };

  const query = { updatedFrom: NOW, updatedTo: NOW, cursor: null };
  const days = { from: '2026-03-02', to: '2026-03-02', timeZone: 'America/Sao_Paulo' };
  const failureOfOptional = async (
    asked: Promise<Result<unknown, CallFailure>> | undefined,
  ): Promise<CallFailure | null> => {
    const reported = await asked;
    return reported ? failureOf(reported) : null;
  };

  return {
    authorize: async () => failureOf(await stage.marketplace.authorize(fixture.grant)),
    refresh: async () =>
      failureOf(
        await stage.marketplace.refresh(
          { accessToken: 'a', refreshToken: 'r', expiresAt: NOW },
          stage.session,
        ),
      ),
    scanListings: async () => {
      const pages = await stage.allListings();
      assert.equal(pages.length, 1, 'a failed scan ends with its failure');
      return pages[0] === undefined ? null : failureOf(pages[0]);
    },
    getListings: async () =>
      failureOf(await stage.marketplace.getListings(stage.session, fixture.listings)),
    getPrice: async () =>
      failureOf(await stage.marketplace.getPrice(stage.session, fixture.target.skuMarketplace)),
    ...(optional.getMarkets && { getMarkets: () => stage.marketFailure() }),
    ...(optional.getFees && { getFees: feesFailure }),
    ...(optional.getVariations && { getVariations: variationsFailure }),
    ...(optional.getHealth && { getHealth: healthFailure }),
    ...(optional.getOrders && {
      getOrders: () => failureOfOptional(stage.marketplace.getOrders?.(stage.session, query)),
    }),
    ...(optional.getOrder && {
      getOrder: () => failureOfOptional(stage.marketplace.getOrder?.(stage.session, '1')),
    }),
    ...(optional.getRefunds && {
      getRefunds: () =>
        failureOfOptional(
          stage.marketplace.getRefunds?.(stage.session, { from: NOW, to: NOW, cursor: null }),
        ),
    }),
    ...(optional.getSalesTotals && {
      getSalesTotals: () =>
        failureOfOptional(stage.marketplace.getSalesTotals?.(stage.session, days)),
    }),
  };
}

/** A marketplace that is slow, broken, or gives invalid answers. */
function bearsFoulWeather(stage: Stage): void {
  const { fixture } = stage;
  const calls = callsOf(stage);

  for (const [sky, { weather: foul, kinds }] of Object.entries(foulOn(stage))) {
    for (const [call, run] of Object.entries(calls)) {
      it(`${call} meets ${sky} with a failure of its kind`, async () => {
        stage.turn(foul);
        const failure = await run();
        assert.ok(failure && kinds.includes(failure.kind), JSON.stringify(failure));
        assert.ok(failure.code.length > 0 && failure.message.length > 0);
        if (failure.kind === 'rate_limited')
          assert.ok((failure.retryAfterMs ?? 0) > 6_000 && (failure.retryAfterMs ?? 0) <= 7_000);
      });
    }

    it(`setPrice never takes ${sky} for success`, async () => {
      stage.turn(foul);
      const outcome = await stage.setPrice(fixture.target.skuMarketplace);
      assert.ok(outcome.kind === 'failed' || outcome.kind === 'accepted', outcome.kind);
      assert.ok(stage.writes().length <= 1, 'a price is sent once at most');
    });

    it(`setPrice meets ${sky} after sending the price, and sends it once`, async () => {
      stage.turn(foul, 'writes');
      const outcome = await stage.setPrice(fixture.target.skuMarketplace);
      assert.ok(outcome.kind === 'failed' || outcome.kind === 'accepted', outcome.kind);
      assert.equal(stage.writes().length, 1);
    });
  }

  it('stops when the caller does', async () => {
    stage.weather = stage.silence;
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    stage.session = { ...stage.session, signal: stop.signal };
    const from = performance.now();
    const { skuMarketplace } = fixture.target;
    const failure = failureOf(await stage.marketplace.getPrice(stage.session, skuMarketplace));
    assert.equal(failure?.kind, 'unavailable');
    assert.ok(performance.now() - from < PATIENCE_MS);
  });
}

/** No answer of the marketplace redirects a call or its credentials to another host. */
function keepsToItself(stage: Stage): void {
  const { fixture } = stage;

  it('follows no redirect, and so sends no token elsewhere', async () => {
    const target = `${stage.otherOrigin}/`;
    stage.weather = () => new Response(null, { status: 307, headers: { location: target } });
    for (const [name, run] of Object.entries(callsOf(stage)))
      assert.equal((await run())?.kind, 'invalid', name);
    await stage.setPrice(fixture.target.skuMarketplace);
    assert.equal(stage.elsewhere, 0);
  });

  it('keeps tokens out of addresses, where the marketplace does not want them there', async () => {
    await stage.allListings();
    await stage.marketplace.getListings(stage.session, fixture.listings);
    await stage.marketplace.getMarkets?.(stage.session, [fixture.target], NOW);
    await stage.setPrice(fixture.target.skuMarketplace);
    assert.ok(stage.seen.length >= 4);
    const hasTokens = fixture.hasTokensInAddresses === true;
    for (const request of stage.seen)
      assert.equal(request.url.includes(stage.session.accessToken), hasTokens);
  });

  it('lets no id climb out of its path', async () => {
    for (const id of ['..', '../users/me', 'A/../../x', 'A?b=c', 'A#b', 'A\\b', '%2e%2e']) {
      const price = await stage.marketplace.getPrice(stage.session, id);
      assert.equal(price.ok, false, id);
      const outcome = await stage.setPrice(id);
      assert.notEqual(outcome.kind, 'confirmed', id);
    }
    for (const request of stage.seen) {
      const url = new URL(request.url);
      assert.equal(url.origin, stage.origin);
      assert.ok(!url.pathname.startsWith('/users'), url.pathname);
    }
  });
}

/** Notifications of the marketplace. */
function takesNotifications(stage: Stage): void {
  const { fixture } = stage;

  if (fixture.isProven) {
    it('rejects a notification without a signature', () => {
      const bare = incoming(fixture.notifications.listing.body);
      const decoded = stage.marketplace.decodeNotification(bare, fixture.secrets ?? []);
      assert.deepEqual(decoded, { ok: false, error: 'unproven' });
    });
  }

  if (fixture.signsBodies) {
    it('rejects a notification that was changed after signing', () => {
      const { body, headers } = fixture.notifications.listing;
      const changed = incoming({ ...(body as object), more: 1 }, headers);
      const decoded = stage.marketplace.decodeNotification(changed, fixture.secrets ?? []);
      assert.deepEqual(decoded, { ok: false, error: 'unproven' });
    });
  }

  if (fixture.secrets !== undefined) {
    it('names the secret that verifies a notification, and accepts no other', () => {
      const { body, headers } = fixture.notifications.listing;
      const peek = stage.marketplace.peekNotification!;
      const origin = peek(incoming(body, headers));
      assert.equal(origin?.sellerId, fixture.sellerId);
      assert.ok(origin.topic.length > 0);
      for (const secrets of [[], ['another'], ['']]) {
        const decoded = stage.marketplace.decodeNotification(incoming(body, headers), secrets);
        assert.deepEqual(decoded, { ok: false, error: 'unproven' });
      }
      fc.assert(
        fc.property(fc.anything(), (odd) => {
          const found = peek(incoming(odd, headers));
          return found === null || typeof found.sellerId === 'string';
        }),
      );
    });
  }

  it('decodes its notifications, and rejects other bodies without throwing', () => {
    const decode = ({ body, headers }: { body: unknown; headers?: Record<string, string> }) =>
      stage.marketplace.decodeNotification(incoming(body, headers), fixture.secrets ?? []);
    const { market: sent } = fixture.notifications;
    if (sent !== null) {
      const market = decode(sent);
      assert.ok(market.ok && market.value[0]?.about === 'market');
      assert.equal(market.value[0].sellerId, fixture.sellerId);
      assert.deepEqual(market.value[0].subject, fixture.subject);
    }
    const listing = decode(fixture.notifications.listing);
    assert.ok(listing.ok && listing.value[0]?.about === 'listing');
    assert.deepEqual(decode(fixture.notifications.unused), { ok: true, value: [] });
    const { headers } = sent ?? fixture.notifications.listing;
    fc.assert(
      fc.property(fc.anything(), (body) => {
        const notification = decode({ body, ...(headers && { headers }) });
        return notification.ok ? notification.value.length === 0 : notification.error.length > 0;
      }),
    );
  });
}
