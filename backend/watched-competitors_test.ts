// A competitor on another marketplace in the whole product: the connectors and the sandbox's wires, with real accounts, rules and jobs.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { connectAccount, type MarketplaceContext } from './catalog/actions.ts';
import { workers as catalogWorkers } from './catalog/jobs.ts';
import { connectMarketplaces } from './integrations/registry.ts';
import type { Candidate, WatchedCompetitor } from './monitoring/contract.ts';
import { workers as monitoringWorkers } from './monitoring/jobs.ts';
import { watchedOf, watchLinksOf } from './monitoring/watch/actions.ts';
import { candidatesOf, decideCandidateOf } from './monitoring/watch/candidates.ts';
import { POLL_WATCHED } from './monitoring/watch/poll.ts';
import { scheduleWatched } from './monitoring/watch/schedule.ts';
import { createRule } from './pricing/actions.ts';
import { RuleInput } from './pricing/contract.ts';
import { workers as pricingWorkers } from './pricing/jobs.ts';
import { type Sandbox, startSandbox } from './sandbox/sandbox.ts';
import { ANY_PACE } from './testing/any-pace.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
} from './testing/test-context.ts';

const PUBLIC_URL = 'http://localhost:8080';
const MINUTE = 60_000;

let database: TestDatabase;
let sandbox: Sandbox;
let ctx: TestContext & MarketplaceContext;
let company: SeededCompany;

interface Own {
  id: number;
  sku_marketplace: string;
  price: number;
  gtin: string;
}

beforeAll(async () => {
  database = await testDatabase();
  const base = testContext(database.db);
  sandbox = await startSandbox({
    tickMs: 0,
    limited: false,
    publicUrl: PUBLIC_URL,
    clock: base.clock,
  });
  const place = {
    environment: { AMAZON_RATE_LIMITS: 'off' },
    publicUrl: PUBLIC_URL,
    sandboxUrl: sandbox.url,
    secrets: { amazonWebhookKey: 'a key of this test' },
  };
  ctx = Object.assign(base, { marketplaces: connectMarketplaces(place, base.clock) });
  company = await seedCompany(database.owner);
  await database.owner`update company set ${database.owner(ANY_PACE)}`;
  const { companyId } = company;
  await connectAccount(ctx, companyId, 'mercadolivre', { code: 'TG-demo-810000001', params: {} });
  await drain(ctx, catalogWorkers(ctx));
  const selling_partner_id = 'A1CASAAURORA01';
  const grant = { code: `demo-amazon-${selling_partner_id}`, params: { selling_partner_id } };
  await connectAccount(ctx, companyId, 'amazon', grant);
});
afterAll(async () => {
  await sandbox.stop();
  await database.close();
});

/** Runs the polls that are due after some minutes, and the decisions of rules. */
async function pollAfter(minutes: number): Promise<void> {
  ctx.advance(minutes * MINUTE);
  await scheduleWatched(ctx, company.companyId);
  const polls = monitoringWorkers(ctx).filter(({ queue }) => queue.name === POLL_WATCHED.name);
  await drain(ctx, [...polls, ...pricingWorkers(ctx)]);
}

/** The offers of others for a product on Amazon, directly from the sandbox's market. */
function offersOn(productId: string) {
  const world = sandbox.world();
  const product = world.products.find(({ id }) => id === productId);
  return (product?.offers ?? []).filter(
    ({ sellerId, status, stock, condition }) =>
      world.sellers.get(sellerId)?.own === false &&
      status === 'active' &&
      stock > 0 &&
      condition === 'new',
  );
}

/** An own listing on Mercado Livre whose product others sell on Amazon too, as the catalog's search finds it. */
async function find(): Promise<{ own: Own; candidate: Candidate }> {
  const rows = await database.owner<Own[]>`
    select listing.id, sku_marketplace, price, gtin from listing
    join listing_particulars about on about.listing_id = listing.id
    where status = 'ENABLED' and promotion_status = 'none' and stock > 0 and gtin is not null
      and automated_since is null and marketplace_id = 2
    order by listing.id`;
  const query = { gtin: '', title: '', brand: '' };
  for (const own of rows) {
    const { candidates } = await candidatesOf(
      ctx,
      company.companyId,
      own.id,
      query,
      'pt',
      new AbortController().signal,
    );
    const candidate = candidates.find(
      ({ marketplaceId, comparison, productId }) =>
        marketplaceId === 1 && comparison === 'IDENTICAL' && offersOn(productId).length > 1,
    );
    if (candidate) return { own, candidate };
  }
  throw new Error('The sandbox sells nothing on both marketplaces');
}

describe('a competitor on another marketplace', () => {
  it('is found by EAN, accepted, seen, beaten by a rule, and answered when it is gone', async () => {
    const { own, candidate } = await find();
    assert.ok(candidate.evidence.some(({ code }) => code === 'same_gtin'));
    const offers = offersOn(candidate.productId);
    const lowest = Math.round(own.price * 0.97);
    for (const [index, { itemId, shippingPrice }] of offers.entries())
      sandbox.control.change(itemId, { price: lowest + (index === 0 ? 0 : 500) - shippingPrice });

    const { competitorId } = await decideCandidateOf(
      ctx,
      company.actor,
      own.id,
      { link: candidate.link, isAccepted: true, basis: candidate.basis },
      'pt',
    );
    assert.ok(competitorId);
    const pasted = await watchLinksOf(ctx, company.actor, own.id, [candidate.link], 'pt');
    assert.equal(pasted.results[0]?.outcome, 'already');

    const watched = async (): Promise<WatchedCompetitor> => {
      const { competitors } = await watchedOf(ctx, company.companyId, own.id, 'pt');
      assert.ok(competitors[0]);
      return competitors[0];
    };
    await pollAfter(1);
    const seen = await watched();
    assert.deepEqual(
      [seen.state, seen.comparison, seen.decidedBy, seen.countsInRules],
      ['ready', 'IDENTICAL', 'identifiers', true],
    );
    const theirs = Math.round((seen.offer?.price ?? 0) * 100);

    const maxPrice = Math.round(own.price * 1.02);
    await createRule(
      ctx,
      company.actor,
      RuleInput.parse({
        name: 'Fora do buybox',
        competition: 'EXTERNAL',
        strategy: 'WIN',
        allMarketplaces: true,
        comparison: 'IDENTICAL',
        minPrice: Math.round(own.price * 0.8) / 100,
        maxPrice: maxPrice / 100,
        listingIds: [own.id],
      }),
    );
    await drain(ctx, pricingWorkers(ctx));
    const shown = () => sandbox.control.item(own.sku_marketplace)?.price;
    assert.equal(shown(), theirs - 1);

    for (const { itemId } of offers) sandbox.control.change(itemId, { stock: 0 });
    await pollAfter(6 * 60);
    assert.equal((await watched()).state, 'ready');
    assert.equal(shown(), theirs - 1);
    await pollAfter(6);
    assert.equal((await watched()).state, 'paused_or_out_of_stock');
    assert.equal(shown(), maxPrice);
  });
});
