import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { REFRESH_LISTING } from '../catalog/actions.ts';
import type { ListingNotification } from '../integrations/marketplace.ts';
import { Problem } from '../kernel/problem.ts';
import type { Route } from '../platform/http.ts';
import { losing, type Scene, SLUG, scene } from '../testing/monitoring-scene.ts';
import { recordObserved } from '../testing/record-markets.ts';
import { seedCompany, waiting } from '../testing/test-context.ts';
import { market, webhook } from './contract.ts';
import { POLL } from './observe.ts';
import { routes } from './routes.ts';

let the: Scene;
let all: Route[];
let companyId: number;
let accountId: number;
let sellerId: string;

beforeEach(async () => {
  the = await scene();
  all = routes(the.ctx);
  ({ companyId, accountId, sellerId } = the.company);
});
afterEach(() => the.close());

type Request = Parameters<Route['handle']>[0];
const call = (path: string, request: Partial<Request>) => {
  const route = all.find((one) => one.endpoint.path === path);
  assert.ok(route);
  return route.handle({
    params: {},
    query: {},
    body: undefined,
    actor: null,
    locale: 'pt',
    requestId: 'r',
    headers: new Headers(),
    signal: new AbortController().signal,
    ...request,
  } as Request);
};
const post = (body: unknown, marketplace = SLUG) =>
  call(webhook.path, { params: { marketplace }, body });
const notice = (more: Partial<ListingNotification> = {}): ListingNotification => ({
  sellerId,
  subject: { skuMarketplace: 'X1' },
  about: 'market',
  market: null,
  ...more,
});
const polls = () => waiting(the.ctx, POLL);
const refreshes = () => waiting(the.ctx, REFRESH_LISTING);

describe('the webhook', () => {
  it('enqueues a poll of the listing’s market', async () => {
    const listingId = await the.addListing('X1');
    assert.deepEqual(await post(notice()), { accepted: true });
    assert.deepEqual(await polls(), [{ companyId, accountId, listingId, tries: 0 }]);
    assert.deepEqual(await refreshes(), []);
  });

  it('has a listing fetched again whose content changed', async () => {
    await the.addListing('X1');
    assert.deepEqual(await post(notice({ about: 'listing' })), { accepted: true });
    assert.deepEqual(await refreshes(), [{ companyId, accountId, listings: ['X1'] }]);
    assert.deepEqual(await polls(), []);
  });

  it('has a listing fetched that is not known yet', async () => {
    assert.deepEqual(await post(notice({ subject: { skuMarketplace: 'NEW' } })), {
      accepted: true,
    });
    assert.deepEqual(await refreshes(), [{ companyId, accountId, listings: ['NEW'] }]);
  });

  it('politely ignores what is not ours', async () => {
    await the.addListing('X1');
    const ignored = { accepted: false };
    assert.deepEqual(await post(notice({ sellerId: '1' })), ignored);
    assert.deepEqual(await post(null), ignored);
    assert.deepEqual(await post('not_a_notification'), ignored);
    await the.database.owner`update account set status = 'inactive' where id = ${accountId}`;
    assert.deepEqual(await post(notice()), ignored);
    assert.deepEqual([...(await polls()), ...(await refreshes())], []);
  });

  it('logs notifications that it cannot decode, without their content', async () => {
    await post('not_a_notification');
    assert.equal(the.ctx.complaints.length, 1);
    assert.match(the.ctx.complaints[0] ?? '', /not_a_notification/);
  });

  it('answers 404 for an unknown marketplace', async () => {
    await assert.rejects(
      async () => await post(notice(), 'elsewhere'),
      (fault) => fault instanceof Problem && fault.status === 404,
    );
  });

  it('finds an account within seconds of its being connected', async () => {
    await the.addListing('X1');
    await the.database.owner`update account set status = 'inactive' where id = ${accountId}`;
    assert.deepEqual(await post(notice()), { accepted: false });
    await the.database.owner`update account set status = 'active' where id = ${accountId}`;
    the.ctx.advance(3_000);
    assert.deepEqual(await post(notice()), { accepted: true });
  });

  it('reports every company that has the seller’s account', async () => {
    await the.addListing('X1');
    const other = await seedCompany(the.database.owner, { sellerId });
    await post(notice());
    assert.deepEqual(
      (await polls()).map((poll) => poll.companyId),
      [companyId],
    );
    assert.deepEqual(
      (await refreshes()).map((one) => [one.companyId, one.listings]),
      [[other.companyId, ['X1']]],
    );
  });

  it('answers only once the notification is written down', async () => {
    await the.addListing('X1');
    const send = the.ctx.jobs.send;
    const order: string[] = [];
    the.ctx.jobs.send = async (...given) => {
      await send(...(given as Parameters<typeof send>));
      order.push('written');
    };
    await post(notice()).then(() => order.push('answered'));
    assert.deepEqual(order, ['written', 'answered']);
  });

  it('refuses a notification that could not be stored, so that it is sent again', async () => {
    await the.addListing('X1');
    const send = the.ctx.jobs.send;
    the.ctx.jobs.send = () => Promise.reject(new Error('database unavailable'));
    const several = await Promise.allSettled([post(notice()), post(notice())]);
    assert.deepEqual(
      several.map((one) => one.status),
      ['rejected', 'rejected'],
    );
    the.ctx.jobs.send = send;
    assert.deepEqual(await post(notice()), { accepted: true });
    assert.equal((await polls()).length, 1);
  });

  it('takes hundreds at once in a few transactions', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 40; n++) ids.push(await the.addListing(`M${n}`));
    const { db } = the.ctx;
    let transactions = 0;
    const counted = () => {
      transactions++;
      return db.transaction();
    };
    the.ctx.db = Object.create(db, { transaction: { value: counted } });
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        post(notice({ subject: { skuMarketplace: `M${n % 40}` } })),
      ),
    );
    the.ctx.db = db;
    assert.ok(answers.every((answer) => (answer as { accepted: boolean }).accepted));
    assert.deepEqual(
      (await polls()).map((poll) => poll.listingId).toSorted((a, b) => a - b),
      ids,
    );
    assert.ok(transactions < 10, `400 notifications took ${transactions} transactions`);
  });
});

describe('the market of a listing', () => {
  it('is shown to its company', async () => {
    const listingId = await the.addListing('X1');
    const read = () =>
      call(market.path, { params: { listingId }, actor: the.company.actor } as Partial<Request>);
    assert.equal(await read(), null);
    const observedAt = the.ctx.clock();
    await recordObserved(the.ctx, companyId, [
      { listingId, market: losing('X1', sellerId, { observedAt }) },
    ]);
    const body = market.answer.parse(await read());
    assert.equal(body?.offers.length, 2);
    assert.equal(body?.buybox.status, 'LOSING');
  });
});

describe('an account of another company', () => {
  it('never shows through a notification of its seller', async () => {
    const other = await seedCompany(the.database.owner);
    await the.addListing('X1');
    assert.deepEqual(await post(notice({ sellerId: other.sellerId })), { accepted: true });
    assert.deepEqual(await polls(), []);
    assert.deepEqual(
      (await refreshes()).map((one) => one.companyId),
      [other.companyId],
    );
  });
});
