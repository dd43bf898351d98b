import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { Hono } from 'hono';
import { Problem } from '../kernel/problem.ts';
import type { Actor } from '../platform/app-context.ts';
import { type AppEnv, LIMITS, mount } from '../platform/http.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { competitor, openScene, type Scene } from '../testing/pricing-scene.ts';
import { seedCompany } from '../testing/test-context.ts';
import {
  competitor as competitorBody,
  previewBody,
  WORKED_CASES,
} from '../testing/worked-cases.ts';
import type { PreviewAnswer, PricedListing, PriceUpdate, Rule } from './contract.ts';
import { routes } from './routes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** A company of each test's own. */
let scene: Scene;
/** The caller of the next calls; null: signed in, no company chosen. */
let caller: Actor | null;
let app: Hono<AppEnv>;
beforeEach(async () => {
  scene = await openScene(database);
  caller = scene.actor;
  app = new Hono<AppEnv>();
  mount(scene.ctx, app, routes(scene.ctx), {
    authenticate: () =>
      Promise.resolve({
        personId: scene.actor.personId,
        companyId: caller?.companyId ?? null,
        role: caller?.role ?? null,
        sessionId: 'session',
        expiresAt: new Date('2030-01-01'),
        opens: null,
      }),
    checkAnswers: true,
    limits: LIMITS,
  });
  app.onError((error, c) => {
    if (!(error instanceof Problem)) throw error;
    return c.json({ code: error.code, ...error.more }, error.status);
  });
});

interface Answer<T> {
  status: number;
  body: T;
}

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  language = 'pt-BR',
): Promise<Answer<T>> {
  const response = await app.request(path, {
    method,
    headers: {
      authorization: 'Bearer token',
      'content-type': 'application/json',
      'accept-language': language,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

interface Refusal {
  code: string;
  faults?: { path: string; code: string }[];
  values?: Record<string, unknown>;
}
interface Page<T> {
  content: T[];
  totalElements: number;
  totalPages: number;
  counts: Record<string, number>;
}

const ruleBody = (listingIds: number[], more: Record<string, unknown> = {}) => ({
  name: 'Vencer o menor',
  listingIds,
  strategy: 'WIN',
  minPrice: 80,
  maxPrice: 120,
  requiresApproval: true,
  ...more,
});

/** A listing that loses the buybox, with a pending update. */
async function pendingUpdate(sku = 'MLB1', more: Record<string, unknown> = {}) {
  const listingId = await scene.sell(sku, 10_000);
  await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
  const { body: rule } = await call<Rule>('POST', '/v2/rules', ruleBody([listingId], more));
  const { body: page } = await call<Page<PriceUpdate>>('GET', `/v2/rules/${rule.id}/history`);
  return { listingId, rule, update: page.content[0]! };
}

const history = (query = '', body: object = {}) =>
  call<Page<PriceUpdate>>('POST', `/v2/rules/updates/query${query}`, body);
const by = (field: string, value: string | number) => ({
  filters: [{ field, condition: '=', value: String(value), logicalOperator: 'AND' }],
});
const listings = (query: string, body: object = {}) =>
  call<Page<PricedListing>>('POST', `/v2/rules/listings/query${query}`, body);

describe('the calls of a rule and its updates', () => {
  it('make, find and change a rule', async () => {
    const { rule } = await pendingUpdate();
    const found = await call<Rule>('GET', `/v2/rules/${rule.id}`);
    assert.deepEqual(found, { status: 200, body: rule });
    const edit = { rule: ruleBody(rule.listingIds, { name: 'Outra' }), version: 1 };
    const edited = await call<Rule>('PUT', `/v2/rules/${rule.id}`, edit);
    assert.deepEqual([edited.status, edited.body.name, edited.body.version], [200, 'Outra', 2]);
    const again = await call<Refusal>('PUT', `/v2/rules/${rule.id}`, edit);
    assert.deepEqual(
      [again.status, again.body.code, again.body.values],
      [409, 'rule_changed', { version: 2 }],
    );
    const disabled = await call<Rule>('PUT', `/v2/rules/${rule.id}/status`, {
      status: 'disabled',
      version: 2,
    });
    assert.equal(disabled.body.status, 'disabled');
    const page = await call<Page<Rule>>('POST', '/v2/rules/query', {});
    assert.deepEqual([page.body.totalElements, page.body.content[0]?.id], [1, rule.id]);
  });

  it('approve, undo and cancel an update, each answering with the update', async () => {
    const { rule, update } = await pendingUpdate();
    assert.equal(update.state, 'pending');
    const at = (id: number, verb: string) => `/v2/rules/${rule.id}/logs/${id}/${verb}`;
    const approved = await call<PriceUpdate>('PUT', at(update.id, 'apply'));
    assert.deepEqual([approved.status, approved.body.state], [200, 'sent']);
    assert.match(approved.body.decidedBy ?? '', /^Person/);
    await scene.work();
    const undone = await call<PriceUpdate>('PUT', at(update.id, 'undo'), { choice: 'keep_rule' });
    assert.deepEqual(
      [undone.body.id, undone.body.state, undone.body.undoing],
      [update.id, 'applied', true],
    );
    await scene.work();
    scene.ctx.advance(1_000);
    await scene.see(update.listingId, 'LOSING', [competitor('R1', 9_300)]);
    await scene.work();
    const { body: page } = await history();
    const pending = page.content[0]!;
    const canceled = await call<PriceUpdate>('PUT', at(pending.id, 'cancel'));
    assert.deepEqual([canceled.status, canceled.body.state], [200, 'canceled']);
    const late = await call<Refusal>('PUT', at(pending.id, 'apply'));
    assert.deepEqual([late.status, late.body.code], [409, 'not_pending']);
  });

  it('report the new price if the decision changed before an approval', async () => {
    const { listingId, rule, update } = await pendingUpdate();
    scene.ctx.advance(1_000);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_000)]);
    const { status, body } = await call<Refusal>(
      'PUT',
      `/v2/rules/${rule.id}/logs/${update.id}/apply`,
    );
    assert.deepEqual(
      [status, body.code, body.values],
      [409, 'decision_changed', { newPrice: 89.99 }],
    );
  });
});

describe('the history', () => {
  it('shows an update with its reason in the language of the reader', async () => {
    const { update, rule, listingId } = await pendingUpdate();
    assert.deepEqual(
      [update.ruleId, update.listingId, update.oldPrice, update.newPrice],
      [rule.id, listingId, 100, 94.99],
    );
    assert.deepEqual(
      [update.rivalName, update.rivalPrice, update.rivalMarketplace, update.rankingStatus],
      ['Loja R1', 95, 2, 'LOSING'],
    );
    assert.deepEqual([update.reverts, update.undoing, update.decidedBy], [null, false, null]);
    const text = async (language: string) => {
      const { body } = await call<Page<PriceUpdate>>(
        'POST',
        '/v2/rules/updates/query',
        {},
        language,
      );
      return body.content[0]?.explanation.at(-1)?.text ?? '';
    };
    assert.match(await text('en'), /from R\$100\.00 to R\$94\.99/);
    assert.match(await text('pt-BR'), /R\$\s?100,00/);
    assert.notEqual(await text('es'), await text('pt'));
  });

  it('counts by tab, and filters by tab, state, listing and search', async () => {
    const first = await pendingUpdate('MLB1');
    const second = await pendingUpdate('MLB2', { requiresApproval: false });
    await scene.work();
    const third = await pendingUpdate('MLB3');
    await call('PUT', `/v2/rules/${third.rule.id}/logs/${third.update.id}/cancel`);
    const { body } = await history();
    assert.deepEqual(body.counts, {
      all: 3,
      pending: 1,
      on_its_way: 0,
      applied: 1,
      failed: 0,
      closed: 1,
    });
    const shown = async (query: string, filter: object = {}) => {
      const page = (await history(query, filter)).body;
      return [page.totalElements, ...page.content.map((update) => update.listingId)];
    };
    assert.deepEqual(await shown('?tab=pending'), [1, first.listingId]);
    assert.deepEqual(await shown('', by('state', 'applied')), [1, second.listingId]);
    assert.deepEqual(await shown('', by('listingId', third.listingId)), [1, third.listingId]);
    assert.deepEqual(await shown('?search=mlb2'), [1, second.listingId]);
    assert.deepEqual(await shown('?search=100%25'), [0]);
    assert.deepEqual(
      await shown('?limit=1&page=1', { orders: [{ field: 'title', direction: 'asc' }] }),
      [3, second.listingId],
    );
  });

  it('covers a month, whole days included, or the requested range', async () => {
    await pendingUpdate();
    const total = async (query: string) => (await history(query)).body.totalElements;
    scene.ctx.setTime(new Date('2026-06-04T23:59:59Z'));
    assert.equal(await total(''), 1);
    scene.ctx.setTime(new Date('2026-06-05T00:00:00Z'));
    assert.equal(await total(''), 0);
    assert.equal(await total('?dateStart=2026-05-04&dateEnd=2026-05-04'), 1);
    assert.equal(await total('?dateStart=2026-05-05'), 0);
    const wrong = await call<Refusal>(
      'POST',
      '/v2/rules/updates/query?dateStart=2026-05-05&dateEnd=2026-05-04',
      {},
    );
    assert.deepEqual(
      [wrong.status, wrong.body.faults?.map(({ path, code }) => [path, code])],
      [422, [['dateEnd', 'end_before_start']]],
    );
  });

  it('shows a company its own updates and no one else’s', async () => {
    const { rule } = await pendingUpdate();
    caller = (await seedCompany(scene.database.owner)).actor;
    assert.equal((await history()).body.totalElements, 0);
    const foreign = await call<Refusal>('GET', `/v2/rules/${rule.id}/history`);
    assert.deepEqual([foreign.status, foreign.body.code], [404, 'rule_not_found']);
  });
});

describe('the listings of automatic pricing', () => {
  it('show their market, their rule and their updates', async () => {
    const { listingId, rule, update } = await pendingUpdate();
    const { body } = await listings('?page=0');
    const [listing] = body.content;
    assert.equal(listing?.id, listingId);
    assert.deepEqual(
      [
        listing?.buyboxStatus,
        listing?.winnerName,
        listing?.winnerPrice,
        listing?.bestRivalPrice,
        listing?.rivals,
      ],
      ['LOSING', 'Loja R1', 95, 95, 1],
    );
    assert.deepEqual(listing?.rule, {
      id: rule.id,
      name: rule.name,
      status: 'enabled',
      competition: 'BUYBOX',
      strategy: 'WIN',
      origin: 'own',
      minimumBy: 'AMOUNT',
      minPrice: 80,
      maxPrice: 120,
      requiresApproval: true,
    });
    assert.deepEqual(listing?.waitingUpdate, { id: update.id, state: 'pending', newPrice: 94.99 });
    assert.equal(listing?.lastUpdate?.id, update.id);

    await call('PUT', `/v2/rules/${rule.id}/logs/${update.id}/cancel`);
    const [after] = (await listings('')).body.content;
    assert.deepEqual([after?.waitingUpdate, after?.lastUpdate?.state], [null, 'canceled']);
  });

  it('are in tabs with counts that follow filters and search', async () => {
    const losing = await pendingUpdate('MLB1');
    const bare = await scene.sell('MLB2', 5_000);
    const failing = await scene.sell('MLB3', 10_000);
    await scene.see(failing, 'LOSING', [competitor('R1', 7_000)]);
    scene.shop.ends = ['reject'];
    await call('POST', '/v2/rules', ruleBody([failing], { requiresApproval: false }));
    await scene.work();
    const atMinimum = await scene.sell('MLB4', 8_000);
    await scene.see(atMinimum, 'WINNING', [competitor('R1', 8_001)]);
    await call('POST', '/v2/rules', ruleBody([atMinimum]));

    const shown = async (query: string, body: object = {}) => {
      const page = (await listings(query, body)).body;
      return page.content.map((listing) => listing.id);
    };
    const { body } = await listings('');
    assert.deepEqual(body.counts, { all: 4, losing: 2, at_minimum: 1, no_rule: 1, failed: 1 });
    assert.deepEqual(await shown('?tab=losing'), [losing.listingId, failing]);
    assert.deepEqual(await shown('?tab=at_minimum'), [atMinimum]);
    assert.deepEqual(await shown('?tab=no_rule'), [bare]);
    assert.deepEqual(await shown('?tab=failed'), [failing]);

    const filters = [{ field: 'price', condition: '>=', value: '100' }];
    const filtered = (await listings('', { filters })).body;
    assert.deepEqual(filtered.counts, { all: 2, losing: 2, at_minimum: 0, no_rule: 0, failed: 1 });
    assert.deepEqual(await shown('?search=mlb4'), [atMinimum]);
    const orders = [{ field: 'minPrice', direction: 'desc' }];
    assert.equal((await shown('', { orders })).at(-1), bare);
    assert.deepEqual(await shown('?limit=2&page=1'), [failing, atMinimum]);

    // A newer update that got through takes the listing out of the failed ones.
    scene.ctx.advance(1_000);
    await scene.see(failing, 'LOSING', [competitor('R1', 9_000)]);
    await scene.work();
    assert.deepEqual(await shown('?tab=failed'), []);
  });

  it('refuse a filter by what no list has', async () => {
    const wrong = await listings('', {
      filters: [{ field: 'company_id', condition: '=', value: '1' }],
    });
    const refusal = wrong.body as unknown as Refusal;
    assert.deepEqual(
      [wrong.status, refusal.code, refusal.faults?.[0]?.path],
      [422, 'unknown_field', 'filters.0.field'],
    );
  });

  it('are no one else’s', async () => {
    await pendingUpdate();
    caller = (await seedCompany(scene.database.owner)).actor;
    const { body } = await listings('');
    assert.deepEqual([body.content, body.counts.all], [[], 0]);
  });
});

describe('the preview', () => {
  const preview = (body: unknown, language = 'pt') =>
    call<PreviewAnswer & Refusal>('POST', '/v2/rules/preview', body, language);

  it('answers every worked case', async () => {
    for (const { name, body, expected } of WORKED_CASES) {
      const answer = await preview(body);
      assert.equal(answer.status, 200, name);
      const reported = Object.fromEntries(
        Object.keys(expected).map((key) => [key, Reflect.get(answer.body, key)]),
      );
      assert.deepEqual(reported, expected, name);
      if (expected.outcome !== 'CHANGE') assert.equal(answer.body.price, null, name);
      assert.ok(answer.body.explanation.every((line) => line.text !== ''));
    }
  });

  it('returns the resulting price, and the competitor', async () => {
    const { body } = await preview(
      previewBody({ offers: [competitorBody('R1', 95)], rule: { requiresApproval: true } }),
    );
    assert.equal(body.state, 'pending');
    assert.deepEqual(body.rival, {
      sellerId: 'R1',
      sellerName: 'Competitor R1',
      marketplaceId: 2,
      price: 95,
      shippingPrice: 0,
      shippingReported: true,
    });
  });

  it('uses no market that the body leaves out', async () => {
    const { market: _, ...body } = previewBody({});
    assert.equal((await preview(body)).body.code, 'no_market_data');
    assert.equal((await preview({ ...body, market: null })).body.code, 'no_market_data');
  });

  it('takes the stored listing and market for a listingId, and writes nothing', async () => {
    const listingId = await scene.sell('MLB1', 10_000);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
    const { rule } = previewBody({});
    const { body } = await preview({ rule, listingId });
    assert.deepEqual([body.outcome, body.price], ['CHANGE', 94.99]);
    assert.equal((await scene.updates(listingId)).length, 0);

    const { market } = previewBody({ offers: [competitorBody('R1', 90)] });
    const now = '2026-11-20T12:00:00Z';
    assert.equal((await preview({ rule, listingId, market, now })).body.price, 89.99);
    await scene.database.owner`update company set stops_price_changes = true`;
    assert.equal((await preview({ rule, listingId })).body.code, 'kill_switch');
  });

  it('refuses a listing of another company, and a listing without a company', async () => {
    const listingId = await scene.sell('MLB1', 10_000);
    const { rule } = previewBody({});
    caller = (await seedCompany(scene.database.owner)).actor;
    const foreign = await preview({ rule, listingId });
    assert.deepEqual([foreign.status, foreign.body.code], [404, 'listing_not_found']);
    caller = null;
    const nobody = await preview({ rule, listingId });
    assert.deepEqual([nobody.status, nobody.body.code], [403, 'company_required']);
    assert.equal((await preview(WORKED_CASES[0]?.body)).status, 200);
  });

  it('names what does not fit', async () => {
    const { rule } = previewBody({});
    const faults = async (changes: object) => {
      const { status, body } = await preview({ ...previewBody({}), rule: { ...rule, ...changes } });
      assert.equal(status, 422);
      return body.faults?.map(({ path, code }) => `${path} ${code}`).sort();
    };
    assert.deepEqual(await faults({ competition: 'ACOS', minPrice: 120, maxPrice: 80 }), [
      'rule.acosLimit required',
      'rule.maxPrice max_not_above_min',
      'rule.minPrice max_not_above_min',
    ]);
    assert.deepEqual(
      await faults({ adjustment: { type: 'VALUE', amount: -1 }, minPrice: 90, maxPrice: 90 }),
      [
        'rule.adjustment.amount not_negative',
        'rule.maxPrice max_not_above_min',
        'rule.minPrice max_not_above_min',
      ],
    );
    const dates = (startDate: string, endDate: string) => ({ safeMargin: -5, startDate, endDate });
    assert.deepEqual(await faults(dates('2026-11-21', '2026-11-20')), [
      'rule.endDate end_not_after_start',
      'rule.safeMargin not_negative',
    ]);
    assert.deepEqual(await faults(dates('2026-11-20', '2026-11-20')), [
      'rule.safeMargin not_negative',
    ]);
    assert.deepEqual(await faults({ competition: 'ROAS' }), ['rule.roasLimit required']);
    assert.deepEqual(await faults({ minimumBy: 'MARGIN' }), [
      'rule.minPrice not_with_this_minimum',
      'rule.minimumPercent required',
    ]);
    assert.deepEqual(await faults({ minimumPercent: 10 }), [
      'rule.minimumPercent not_with_this_minimum',
    ]);
    const all = { minPrice: null, minimumBy: 'MARGIN', minimumPercent: 100 };
    assert.deepEqual(await faults(all), ['rule.minimumPercent too_large']);
  });

  it('simulates a course: the answer returns the memory, which the next request passes', async () => {
    const question = previewBody({
      rule: { strategy: 'PRIMAZIA' },
      status: 'WINNING',
      offers: [competitorBody('R1', 110)],
    });
    const first = await preview(question);
    assert.deepEqual([first.body.price, first.body.minPrice], [104.99, 80]);
    const { price } = first.body;
    const lost = await preview({
      ...question,
      listing: { price },
      market: {
        ...question.market,
        observedAt: '2026-11-20T11:59:30Z',
        buybox: { status: 'LOSING' },
      },
      memory: first.body.memory,
    });
    assert.deepEqual([lost.body.price, lost.body.memory?.lowestLost], [100, 104.99]);
  });
});
