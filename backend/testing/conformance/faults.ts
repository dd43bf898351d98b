// A marketplace that fails, is slow, or leads elsewhere.
import assert from 'node:assert/strict';
import { it } from '@std/testing/bdd';
import type { CallFailure } from '../../integrations/marketplace.ts';
import type { Result } from '../../kernel/result.ts';
import { failureOf, NOW, PATIENCE_MS, type Responder, type Stage, unreachable } from './stage.ts';

/** Faults of the marketplace, and the kinds of failure that each call may end with. */
export const faultsOf = (
  stage: Stage,
): Record<string, { respond: Responder; kinds: CallFailure['kind'][] }> => ({
  'too many calls': {
    respond: () => new Response('{}', { status: 429, headers: { 'retry-after': '7' } }),
    kinds: ['rate_limited'],
  },
  'a broken server': {
    respond: () => new Response('<h1>Oops</h1>', { status: 500 }),
    kinds: ['unavailable'],
  },
  'a gateway without a server': {
    respond: () => new Response('', { status: 502 }),
    kinds: ['unavailable'],
  },
  'no answer': {
    respond: stage.silence,
    kinds: ['unavailable'],
  },
  'a refused token': {
    respond: () => Response.json({ message: 'invalid access token' }, { status: 401 }),
    kinds: ['unauthorized'],
  },
  'an answer that is no JSON': {
    respond: () => new Response('{"results": [', { status: 200 }),
    kinds: ['invalid'],
  },
  'an answer of another shape': {
    respond: () => Response.json('ok'),
    kinds: ['invalid'],
  },
  'an endless answer': {
    respond: () => new Response(`"${'x'.repeat(200_000)}"`),
    kinds: ['invalid', 'unavailable'],
  },
});

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
    call: Promise<Result<unknown, CallFailure>> | undefined,
  ): Promise<CallFailure | null> => {
    const reported = await call;
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
export function testFaults(stage: Stage): void {
  const { fixture } = stage;
  const calls = callsOf(stage);

  for (const [fault, { respond, kinds }] of Object.entries(faultsOf(stage))) {
    for (const [call, run] of Object.entries(calls)) {
      it(`${call} meets ${fault} with a failure of its kind`, async () => {
        stage.respondWith(respond);
        const failure = await run();
        assert.ok(failure && kinds.includes(failure.kind), JSON.stringify(failure));
        assert.ok(failure.code.length > 0 && failure.message.length > 0);
        if (failure.kind === 'rate_limited')
          assert.ok((failure.retryAfterMs ?? 0) > 6_000 && (failure.retryAfterMs ?? 0) <= 7_000);
      });
    }

    it(`setPrice never takes ${fault} for success`, async () => {
      stage.respondWith(respond);
      const outcome = await stage.setPrice(fixture.target.skuMarketplace);
      assert.ok(outcome.kind === 'failed' || outcome.kind === 'accepted', outcome.kind);
      assert.ok(stage.writes().length <= 1, 'a price is sent once at most');
    });

    it(`setPrice meets ${fault} after sending the price, and sends it once`, async () => {
      stage.respondWith(respond, 'writes');
      const outcome = await stage.setPrice(fixture.target.skuMarketplace);
      assert.ok(outcome.kind === 'failed' || outcome.kind === 'accepted', outcome.kind);
      assert.equal(stage.writes().length, 1);
    });
  }

  it('stops when the caller does', async () => {
    stage.respond = stage.silence;
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
export function testConfinement(stage: Stage): void {
  const { fixture } = stage;

  it('follows no redirect, and so sends no token elsewhere', async () => {
    const target = `${stage.otherOrigin}/`;
    stage.respond = () => new Response(null, { status: 307, headers: { location: target } });
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
