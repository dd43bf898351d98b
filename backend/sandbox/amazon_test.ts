import assert from 'node:assert/strict';
import { afterEach, describe, it } from '@std/testing/bdd';
import { isAmazonError, openAmazon, priceBody } from '../testing/sandbox/amazon.ts';
import { callWire, connect, until } from '../testing/sandbox/wire.ts';
import type { SandboxOptions } from './sandbox.ts';
import { findOffer } from './world.ts';

const ME = '/sellers/v1/marketplaceParticipations';

describe('Amazon’s wire', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  async function start(options: SandboxOptions = {}) {
    const wire = await openAmazon(options);
    closing.push(() => wire.sandbox.stop());
    return wire;
  }

  it('counts each seller’s calls of each operation, as they are documented', async () => {
    let now = Date.UTC(2026, 10, 21, 12);
    const { sandbox, get, plain, item } = await start({
      limited: true,
      clock: () => new Date(now),
    });
    const { sku } = plain().offer;
    for (let i = 0; i < 10; i++) {
      const answer = await item(sku);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('x-amzn-ratelimit-limit'), '5');
      assert.ok(answer.headers.get('x-amzn-requestid'));
    }
    const limited = await item(sku);
    isAmazonError(limited, 429, 'QuotaExceeded');
    assert.equal(limited.headers.get('x-amzn-ratelimit-limit'), null);
    assert.equal((await get(ME)).status, 200, 'another operation has its own');
    now += 200;
    assert.equal((await item(sku)).status, 200);
    isAmazonError(await item(sku), 429, 'QuotaExceeded');
    sandbox.control.limit(false);
    assert.equal((await item(sku)).status, 200);
  });

  it('injects faults by marketplace and operation, with or without Retry-After', async () => {
    const { sandbox, get, plain, item } = await start();
    const { sku } = plain().offer;
    const operation = 'getListingsItem';
    const { fail, clearFaults } = sandbox.control;
    fail({ kind: 'rate_limited', operation, marketplace: 'amazon', retryAfter: 7 });
    fail({ kind: 'unavailable', operation });
    fail({ kind: 'error', operation });
    fail({ kind: 'error', marketplace: 'mercadolivre', count: 9 });
    assert.equal((await get(ME)).status, 200);
    const limited = await item(sku);
    isAmazonError(limited, 429, 'QuotaExceeded');
    assert.equal(limited.headers.get('retry-after'), '7');
    isAmazonError(await item(sku), 503, 'ServiceUnavailable');
    isAmazonError(await item(sku), 500, 'InternalFailure');
    assert.equal((await item(sku)).status, 200);
    clearFaults();
  });

  it('applies a call but loses the answer; or does nothing, and never answers', async () => {
    const { sandbox, plain, patch } = await start({ amazon: { acceptMs: [0, 0] } });
    const { offer } = plain();
    const { fail } = sandbox.control;
    fail({ kind: 'lost_answer', operation: 'patchListingsItem' });
    await assert.rejects(patch(offer.sku, priceBody(offer.price / 100 - 1)));
    const price = () => findOffer(sandbox.world(), offer.itemId)?.offer.price;
    await until('it was done', () => price() === offer.price - 100);
    fail({ kind: 'timeout', operation: 'patchListingsItem', delayMs: 20 });
    await assert.rejects(patch(offer.sku, priceBody(offer.price / 100 - 2)));
    assert.equal(sandbox.control.patches().length, 1);
  });

  it('refuses tokens as if they were none, on either marketplace', async () => {
    const { sandbox, get } = await start();
    const { fail } = sandbox.control;
    fail({ kind: 'token_refused', marketplace: 'amazon' });
    assert.equal((await get(ME)).status, 200, 'only tokens meet it');
    const form = { grant_type: 'refresh_token', refresh_token: 'any' };
    const refused = await callWire(sandbox.url, 'POST', '/amazon/auth/o2/token', { form });
    assert.equal(refused.status, 400);
    assert.equal((refused.body as { error: string }).error, 'invalid_grant');
    fail({ kind: 'unavailable', operation: 'token', marketplace: 'amazon' });
    const away = await callWire(sandbox.url, 'POST', '/amazon/auth/o2/token', { form });
    assert.equal(away.status, 503);
    assert.equal((away.body as { error: string }).error, 'temporarily_unavailable');
    fail({ kind: 'token_refused', marketplace: 'mercadolivre' });
    const { access } = await connect(sandbox.url);
    assert.equal(access, undefined);
    assert.ok((await connect(sandbox.url)).access);
  });

  it('injects the faults of its start options', async () => {
    const faults = [{ kind: 'error', operation: 'getListingsItem' }] as const;
    const { plain, item } = await start({ faults });
    const { sku } = plain().offer;
    assert.equal((await item(sku)).status, 500);
    assert.equal((await item(sku)).status, 200);
  });

  it('runs with Mercado Livre’s, without each other’s listings', async () => {
    const { sandbox, plain } = await start();
    const { offer, product } = plain();
    const { access } = await connect(sandbox.url);
    const ask = (path: string) => callWire(sandbox.url, 'GET', path, { token: access });
    for (const path of [
      `/items/${offer.itemId}`,
      `/items/${offer.itemId}/price_to_win`,
      `/products/${product.id}`,
      '/users/840000001',
    ])
      assert.equal((await ask(path)).status, 404, path);
  });
});
