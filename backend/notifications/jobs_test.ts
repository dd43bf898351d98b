import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { ACCOUNT_DISCONNECTED, AccountDisconnected } from '../catalog/contract.ts';
import { within } from '../platform/db.ts';
import type { Worker } from '../platform/jobs.ts';
import {
  PRICE_UPDATES_MOVED,
  PriceUpdatesMoved,
  RULES_PAUSED,
  RulesPaused,
} from '../pricing/contract.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  type TestHouse,
  testHouse,
} from '../testing/house.ts';
import { listNotifications, markRead } from './actions.ts';
import { workers } from './jobs.ts';

const MOVED = { name: PRICE_UPDATES_MOVED, schema: PriceUpdatesMoved };
const PAUSED = { name: RULES_PAUSED, schema: RulesPaused };

let database: TestDatabase;
let house: TestHouse;
let ours: SeededCompany;
let theirs: SeededCompany;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  house = testHouse(database.db);
  ours = await seedCompany(database.owner);
  theirs = await seedCompany(database.owner);
});

type Update = PriceUpdatesMoved['updates'][number];

const update = (id: number, state: Update['state'] = 'applied'): Update => ({
  id,
  ruleId: 3,
  listingId: id,
  state,
  title: `Panela ${id}`,
  oldPrice: 120,
  newPrice: 118.5,
  currencyCode: 'BRL',
  failure: null,
  mover: null,
  reverts: null,
});

const move = (company: SeededCompany, ...updates: Update[]) =>
  within(house.db, { company: company.companyId }, (trx) =>
    house.jobs.emit(trx, MOVED, { companyId: company.companyId, updates }),
  );
const work = () => drain(house, workers(house));

const bell = (company: SeededCompany, page = 0, limit = 15) =>
  listNotifications(house, company.actor, { page, limit });
const codes = async (company: SeededCompany) =>
  (await bell(company)).content.map((notification) => notification.code);

/** Handles one event twice, as a queue that lost track of a worker does. */
async function deliverTwice<T>(name: string, data: T) {
  const worker = workers(house).find((one) => one.consumes?.name === name) as Worker<T>;
  const job = { id: 'a6e7f2f4-1111-4111-8111-000000000001', data, attempt: 1 };
  await worker.handle([job], new AbortController().signal);
  await worker.handle([job, { ...job, attempt: 2 }], new AbortController().signal);
}

describe('the bell', () => {
  it('tells of price updates that moved, newest first, to the company that they belong to', async () => {
    await move(ours, update(1, 'pending'));
    await work();
    await move(ours, update(1, 'applied'), update(2, 'sent'));
    await work();
    const { content, unread, totalElements } = await bell(ours);
    assert.deepEqual([unread, totalElements], [2, 2]);
    const [newest, oldest] = content;
    assert.equal(newest?.code, 'price_update_applied');
    assert.equal(newest?.level, 'success');
    assert.equal(newest?.values.newPrice, 118.5);
    assert.equal(newest?.read, false);
    assert.equal(newest?.createdAt, house.clock().toISOString());
    assert.equal(oldest?.code, 'price_update_pending');
    assert.deepEqual(await codes(theirs), []);
  });

  it('tells of paused rules', async () => {
    const { companyId } = ours;
    const rules = [{ id: 8, name: 'Vencer', listingId: 5, title: 'Panela 5' }];
    await within(house.db, { company: companyId }, (trx) =>
      house.jobs.emit(trx, PAUSED, { companyId, rules }),
    );
    await work();
    const { content } = await bell(ours);
    assert.deepEqual(
      content.map(({ code, level, values }) => ({ code, level, values })),
      [
        {
          code: 'rule_paused',
          level: 'warn',
          values: { title: 'Panela 5', ruleName: 'Vencer', listingId: 5, ruleId: 8 },
        },
      ],
    );
  });

  it('sums up what comes in numbers', async () => {
    await move(ours, ...Array.from({ length: 30 }, (_, index) => update(index + 1)));
    await work();
    const { content } = await bell(ours);
    assert.deepEqual(
      content.map(({ code, values }) => ({ code, values })),
      [{ code: 'price_updates_applied', values: { count: 30 } }],
    );
  });

  it('rings once for an event that is delivered more than once', async () => {
    const { companyId } = ours;
    const many = Array.from({ length: 6 }, (_, index) => update(index + 10));
    const rules = [{ id: 8, name: 'Vencer', listingId: 5, title: 'Panela 5' }];
    await deliverTwice(PRICE_UPDATES_MOVED, { companyId, updates: [update(1, 'error'), ...many] });
    await deliverTwice(RULES_PAUSED, { companyId, rules });
    assert.deepEqual((await codes(ours)).sort(), [
      'price_update_error',
      'price_updates_applied',
      'rule_paused',
    ]);
  });

  it('rings for an account that has to be connected anew', async () => {
    const { companyId, accountId } = ours;
    const event = { name: ACCOUNT_DISCONNECTED, schema: AccountDisconnected };
    await within(house.db, { company: companyId }, (trx) =>
      house.jobs.emit(trx, event, { companyId, accountId, accountName: 'Loja' }),
    );
    await work();
    const { content } = await bell(ours);
    assert.deepEqual(
      content.map(({ code, level, values }) => ({ code, level, values })),
      [
        {
          code: 'account_disconnected',
          level: 'error',
          values: { accountId, accountName: 'Loja' },
        },
      ],
    );
  });

  it('works events of several companies in one batch, each into its own bell', async () => {
    await move(ours, update(1));
    await move(theirs, update(1, 'rejected'));
    await move(ours, update(2, 'error'));
    await work();
    assert.deepEqual((await codes(ours)).sort(), ['price_update_applied', 'price_update_error']);
    assert.deepEqual(await codes(theirs), ['price_update_rejected']);
  });

  it('announces what is new, and says nothing about what was told before', async () => {
    const heard: unknown[] = [];
    const { unlisten } = await database.owner.listen('live', (text) => {
      const { company, event } = JSON.parse(text);
      if (company === ours.companyId) heard.push(event);
    });
    await deliverTwice(PRICE_UPDATES_MOVED, {
      companyId: ours.companyId,
      updates: [update(1), update(2, 'sent')],
    });
    const { content } = await bell(ours);
    await database.owner.notify('live', JSON.stringify({ company: ours.companyId, event: 'end' }));
    while (heard.at(-1) !== 'end') await new Promise((wake) => setTimeout(wake, 5));
    await unlisten();
    assert.deepEqual(heard, [
      { type: 'notifications', ids: content.map((notification) => notification.id) },
      'end',
    ]);
  });

  it('is read page by page', async () => {
    await move(ours, ...[1, 2, 3, 4, 5].map((id) => update(id)));
    await work();
    const first = await bell(ours, 0, 2);
    const last = await bell(ours, 2, 2);
    assert.deepEqual(
      [first.totalElements, first.totalPages, first.numberOfElements, first.unread],
      [5, 3, 2, 5],
    );
    assert.deepEqual(
      [...first.content, ...last.content].map((notification) => notification.values.updateId),
      [5, 4, 1],
    );
  });
});

describe('marking as read', () => {
  const ring = async () => {
    await move(ours, update(1), update(2), update(3));
    await work();
    return (await bell(ours)).content.map((notification) => notification.id);
  };

  it('counts what is left, and shows which is which', async () => {
    const [, middle] = await ring();
    assert.equal(await markRead(house, ours.actor, middle!), 1);
    const { content, unread } = await bell(ours);
    assert.equal(unread, 1);
    assert.deepEqual(
      content.map((notification) => notification.read),
      [false, true, true],
    );
  });

  it("is each person's own", async () => {
    const [newest] = await ring();
    await markRead(house, ours.actor, newest!);
    const other = { ...theirs.actor, companyId: ours.companyId };
    assert.equal((await listNotifications(house, other, { page: 0, limit: 15 })).unread, 3);
  });

  it('never goes back', async () => {
    const [newest, , oldest] = await ring();
    assert.equal(await markRead(house, ours.actor, newest!), 0);
    assert.equal(await markRead(house, ours.actor, oldest!), 0);
  });

  it('does not reach into the future', async () => {
    await ring();
    assert.equal(await markRead(house, ours.actor, Number.MAX_SAFE_INTEGER), 0);
    await move(ours, update(4));
    await work();
    assert.equal((await bell(ours)).unread, 1);
  });

  it('takes no mark from the entries of another company', async () => {
    await move(theirs, update(1));
    await work();
    const foreign = (await bell(theirs)).content[0]!.id;
    await ring();
    assert.equal(await markRead(house, ours.actor, foreign), 3);
  });
});
