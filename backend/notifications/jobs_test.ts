import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { ACCOUNT_CONNECTED, ACCOUNT_DISCONNECTED } from '../catalog/contract.ts';
import { bell as declareBell } from '../kernel/bell.ts';
import { type DomainEvent, domainEvent } from '../kernel/event.ts';
import { Id } from '../kernel/id.ts';
import { Problem } from '../kernel/problem.ts';
import { type Trx, within } from '../platform/db.ts';
import { isConsumer } from '../platform/jobs.ts';
import {
  PRICE_SWITCH_MOVED,
  PRICE_UPDATES_MOVED,
  type PriceUpdatesMoved,
} from '../pricing/contract.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  TEST_TIME,
  type TestContext,
  testContext,
} from '../testing/test-context.ts';
import { listNotifications, markOneRead, markRead, settle, tryBell } from './actions.ts';
import { bellWorker, workers } from './jobs.ts';
import { notify } from './notify.ts';
import type { BellQuery } from './store.ts';

let database: TestDatabase;
let ctx: TestContext;
let ours: SeededCompany;
let theirs: SeededCompany;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = testContext(database.db);
  ours = await seedCompany(database.owner);
  theirs = await seedCompany(database.owner);
});

type Update = PriceUpdatesMoved['updates'][number];

/** An update of a separate listing; failed ones have different causes, so that each has an entry. */
const update = (
  id: number,
  state: Update['state'] = 'error',
  more: Partial<Update> = {},
): Update => ({
  id,
  ruleId: 3,
  listingId: id,
  state,
  title: `Panela ${id}`,
  oldPrice: 120,
  newPrice: 118.5,
  currencyCode: 'BRL',
  failure: state === 'error' || state === 'rejected' ? `cause-${id}` : null,
  mover: null,
  reverts: null,
  createdAt: TEST_TIME.toISOString(),
  heldBy: null,
  ...more,
});

const move = (company: SeededCompany, ...updates: Update[]) =>
  within(ctx.db, { company: company.companyId }, (trx) =>
    ctx.jobs.emit(trx, PRICE_UPDATES_MOVED, { companyId: company.companyId, updates }),
  );
const work = () => drain(ctx, workers(ctx));

const FIRST: BellQuery = { page: 0, limit: 15, show: 'all' };
const bell = (company: SeededCompany, more: Partial<BellQuery> = {}) =>
  listNotifications(ctx, company.actor, { ...FIRST, ...more });
const codes = async (company: SeededCompany) =>
  (await bell(company)).content.map((notification) => notification.code);

/** Handles one event twice, as a queue does that loses a worker. */
async function deliverTwice<T>(event: DomainEvent<T>, data: T) {
  const worker = workers(ctx).find((one) => isConsumer(one) && one.event.name === event.name)!;
  const job = { id: 'a6e7f2f4-1111-4111-8111-000000000001', data, attempt: 1 };
  await worker.handle([job], new AbortController().signal);
  await worker.handle([job, { ...job, attempt: 2 }], new AbortController().signal);
}

describe('the bell', () => {
  it('reports price updates that failed, newest first, to their company', async () => {
    await move(ours, update(1, 'rejected'));
    await work();
    await move(ours, update(1, 'error'), update(2, 'sent'));
    await work();
    const { content, unread, totalElements } = await bell(ours);
    assert.deepEqual([unread, totalElements], [2, 2]);
    const [newest, oldest] = content;
    assert.equal(newest?.code, 'price_update_error');
    assert.equal(newest?.level, 'error');
    assert.equal(newest?.values.newPrice, 118.5);
    assert.equal(newest?.read, false);
    assert.equal(newest?.createdAt, ctx.clock().toISOString());
    assert.equal(oldest?.code, 'price_update_rejected');
    assert.deepEqual(await codes(theirs), []);
  });

  it('notifies once of an event that is delivered more than once', async () => {
    const { companyId } = ours;
    const same = { failure: 'unavailable' };
    const many = Array.from({ length: 6 }, (_, index) => update(index + 10, 'error', same));
    await deliverTwice(PRICE_UPDATES_MOVED, { companyId, updates: [update(1), ...many] });
    await deliverTwice(PRICE_SWITCH_MOVED, { companyId, stopped: true, by: 'Ana', detail: null });
    const { content } = await bell(ours);
    assert.deepEqual(content.map(({ code, values }) => [code, values.count ?? null]).sort(), [
      ['price_update_error', 1],
      ['price_update_error', 6],
      ['prices_stopped', null],
    ]);
  });

  it('notifies of an account that has to be reconnected', async () => {
    const { companyId, accountId } = ours;
    const event = ACCOUNT_DISCONNECTED;
    await within(ctx.db, { company: companyId }, (trx) =>
      ctx.jobs.emit(trx, event, { companyId, accountId, accountName: 'Loja' }),
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

  it('processes events of several companies in one batch, each into its own bell', async () => {
    await move(ours, update(1));
    await move(theirs, update(1, 'rejected'));
    await move(ours, update(2, 'error'));
    await work();
    assert.deepEqual(await codes(ours), ['price_update_error', 'price_update_error']);
    assert.deepEqual(await codes(theirs), ['price_update_rejected']);
  });

  it('announces new entries, and not those that were announced before', async () => {
    const received: unknown[] = [];
    const { unlisten } = await database.owner.listen('live', (text) => {
      const { company, event } = JSON.parse(text);
      if (company === ours.companyId) received.push(event);
    });
    await deliverTwice(PRICE_UPDATES_MOVED, {
      companyId: ours.companyId,
      updates: [update(1), update(2, 'sent')],
    });
    const { content } = await bell(ours);
    await database.owner.notify('live', JSON.stringify({ company: ours.companyId, event: 'end' }));
    while (received.at(-1) !== 'end') await new Promise((wake) => setTimeout(wake, 5));
    await unlisten();
    assert.deepEqual(received, [
      { type: 'notifications', ids: content.map((notification) => notification.id) },
      'end',
    ]);
  });

  it('is read page by page', async () => {
    await move(ours, ...[1, 2, 3, 4, 5].map((id) => update(id)));
    await work();
    const first = await bell(ours, { limit: 2 });
    const last = await bell(ours, { page: 2, limit: 2 });
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

describe('a new kind of notification', () => {
  const LISTING_SOLD = domainEvent(
    'trial.listing-sold',
    z.object({ companyId: Id, listingId: Id, title: z.string() }),
  );
  const trial = declareBell(LISTING_SOLD, {
    queue: 'notifications.trial-listing-sold',
    kinds: {
      listing_sold: {
        level: 'success',
        delivery: 'at_once',
        category: null,
        link: ({ listingId }) => `/app/historico-de-precos/${listingId}`,
        sentence: {
          pt: '{{title}} vendeu.',
          en: '{{title}} was sold.',
          es: '{{title}} se vendió.',
        },
      },
    },
    entries: ({ listingId, title }, occasion) => [
      { code: 'listing_sold', values: { listingId, title }, subject: `sold:${occasion}` },
    ],
  });

  it('is reported by its declaration only', async () => {
    const { companyId } = ours;
    const worker = bellWorker(ctx, trial);
    await within(ctx.db, { company: companyId }, (trx) =>
      ctx.jobs.emit(trx, LISTING_SOLD, { companyId, listingId: 5, title: 'Panela' }),
    );
    await drain(ctx, [worker]);
    const { content } = await bell(ours);
    assert.deepEqual(
      content.map(({ code, level, values }) => ({ code, level, values })),
      [{ code: 'listing_sold', level: 'success', values: { listingId: 5, title: 'Panela' } }],
    );
  });
});

describe('marking as read', () => {
  const fill = async () => {
    await move(ours, update(1), update(2), update(3));
    await work();
    return (await bell(ours)).content.map((notification) => notification.id);
  };

  it('counts what is left, and shows which is which', async () => {
    const [, middle] = await fill();
    assert.equal(await markRead(ctx, ours.actor, middle!), 1);
    const { content, unread } = await bell(ours);
    assert.equal(unread, 1);
    assert.deepEqual(
      content.map((notification) => notification.read),
      [false, true, true],
    );
  });

  it("is each person's own", async () => {
    const [newest] = await fill();
    await markRead(ctx, ours.actor, newest!);
    const other = { ...theirs.actor, companyId: ours.companyId };
    assert.equal((await listNotifications(ctx, other, FIRST)).unread, 3);
  });

  it('never decreases', async () => {
    const [newest, , oldest] = await fill();
    assert.equal(await markRead(ctx, ours.actor, newest!), 0);
    assert.equal(await markRead(ctx, ours.actor, oldest!), 0);
  });

  it('does not cover later entries', async () => {
    await fill();
    assert.equal(await markRead(ctx, ours.actor, Number.MAX_SAFE_INTEGER), 0);
    await move(ours, update(4));
    await work();
    assert.equal((await bell(ours)).unread, 1);
  });

  it('does not cover an entry that is written before the mark and visible after it', async () => {
    const { companyId } = ours;
    const entries = (...subjects: string[]) => ({
      entries: subjects.map((subject) => ({
        code: 'prices_stopped',
        level: 'warn' as const,
        values: {},
        subject,
      })),
    });
    const blocked = async (many: number) => {
      const waiting = () => database.owner`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await waiting()).length < many) await new Promise((go) => setTimeout(go, 5));
    };
    let calls: Promise<void>[] = [];
    // Another transaction holds the second subject, so the first call has its ids and waits.
    const held = database.owner.begin(async (sql) => {
      await sql`insert into notification (company_id, level, code, values, subject, created_at)
        values (${companyId}, 'warn', 'prices_stopped', '{}', 'held', now())`;
      const first = notify(ctx, companyId, entries('first', 'held'));
      await blocked(1);
      const second = notify(ctx, companyId, entries('second'));
      calls = [first, second];
      await Promise.race([second, blocked(2)]);
      const seen = (await bell(ours)).content;
      if (seen[0] !== undefined) await markRead(ctx, ours.actor, seen[0].id);
      throw new Error('changed my mind');
    });
    await assert.rejects(held, /changed my mind/);
    await Promise.all(calls);
    const { unread } = await bell(ours);
    assert.equal(unread, 3);
  });

  it('ignores the entries of another company', async () => {
    await move(theirs, update(1));
    await work();
    const foreign = (await bell(theirs)).content[0]!.id;
    await fill();
    assert.equal(await markRead(ctx, ours.actor, foreign), 3);
  });
});

describe('reading one by one', () => {
  it('keeps older entries unread, and is stored in addition to the mark', async () => {
    await move(ours, update(1), update(2), update(3));
    await work();
    const [newest, middle, oldest] = (await bell(ours)).content.map(({ id }) => id);
    assert.equal(await markOneRead(ctx, ours.actor, newest!), 2);
    assert.equal(await markOneRead(ctx, ours.actor, newest!), 2);
    const read = async () => (await bell(ours)).content.map((notification) => notification.read);
    assert.deepEqual(await read(), [true, false, false]);
    assert.deepEqual(
      (await bell(ours, { show: 'unread' })).content.map(({ id }) => id),
      [middle, oldest],
    );
    assert.equal(await markRead(ctx, ours.actor, middle!), 0);
    assert.deepEqual(await read(), [true, true, true]);
  });

  it('does not reach the bells of other companies', async () => {
    await move(theirs, update(1));
    await work();
    const foreign = (await bell(theirs)).content[0]!.id;
    await assert.rejects(markOneRead(ctx, ours.actor, foreign), isMissing);
    await assert.rejects(settle(ctx, ours.actor, foreign), isMissing);
  });
});

const isMissing = (error: unknown) => error instanceof Problem && error.code === 'not_found';

describe('older entries', () => {
  it('follow the last one shown, whatever is added in between', async () => {
    await move(ours, ...[1, 2, 3, 4].map((id) => update(id)));
    await work();
    const { content } = await bell(ours, { limit: 2 });
    await move(ours, update(5));
    await work();
    const { content: older } = await bell(ours, { limit: 2, before: content.at(-1)!.id });
    assert.deepEqual(
      [...content, ...older].map((notification) => notification.values.updateId),
      [4, 3, 2, 1],
    );
  });

  it('are those of one level where the query names one', async () => {
    const held = update(1, 'pending', { heldBy: 'parity' });
    await move(ours, held, update(2));
    await work();
    const { content, totalElements } = await bell(ours, { level: 'error' });
    assert.deepEqual([content.map(({ code }) => code), totalElements], [['price_update_error'], 1]);
  });
});

describe('a failure', () => {
  const waiting = async () => {
    const { content, waiting } = await bell(ours, { show: 'waiting' });
    assert.equal(content.length, waiting);
    return content.map(({ code }) => code);
  };

  it('stays open, read or not, until it is resolved', async () => {
    await move(ours, update(1, 'rejected'), update(2, 'pending', { heldBy: 'parity' }));
    await work();
    const { content, failures } = await bell(ours);
    assert.equal(failures, 1);
    assert.deepEqual(
      content.map(({ waits }) => waits),
      [false, true],
    );
    await markRead(ctx, ours.actor, content[0]!.id);
    assert.deepEqual(await waiting(), ['price_update_rejected']);
    const { id } = content[1]!;
    assert.equal(await settle(ctx, ours.actor, id), 0);
    assert.equal(await settle(ctx, ours.actor, id), 0);
    assert.deepEqual(await waiting(), []);
    const reported = await database.owner`
      select action, subject, person_id as "personId" from audit_log where company_id = ${ours.companyId}`;
    assert.deepEqual(
      reported.map((row) => ({ ...row })),
      [{ action: 'notifications.settled', subject: String(id), personId: ours.actor.personId }],
    );
  });

  it('of a listing is settled when a price of that listing is applied', async () => {
    await move(ours, update(1, 'rejected'), update(2, 'error'));
    await work();
    await move(ours, update(1, 'applied'));
    await work();
    assert.deepEqual(await waiting(), ['price_update_error']);
  });

  it('of an account is settled when it is reconnected', async () => {
    const { companyId, accountId } = ours;
    const lost = ACCOUNT_DISCONNECTED;
    const found = ACCOUNT_CONNECTED;
    const emit = (work: (trx: Trx) => Promise<void>) =>
      within(ctx.db, { company: companyId }, work);
    for (const id of [accountId, accountId + 1]) {
      const event = { companyId, accountId: id, accountName: 'Loja' };
      await emit((trx) => ctx.jobs.emit(trx, lost, event));
    }
    await work();
    assert.equal((await waiting()).length, 2);
    await emit((trx) => ctx.jobs.emit(trx, found, { companyId, accountId }));
    await work();
    assert.equal((await waiting()).length, 1);
  });

  it('of the breaker is settled when the prices are resumed', async () => {
    const { companyId } = ours;
    const event = PRICE_SWITCH_MOVED;
    const detail = { drops: 4, percent: 20, minutes: 60, limit: 3, ruleIds: [1], listingIds: [2] };
    for (const stopped of [true, false]) {
      const moved = stopped
        ? { companyId, stopped, by: null, detail }
        : { companyId, stopped, by: 'Ana', detail: null };
      await within(ctx.db, { company: companyId }, (trx) => ctx.jobs.emit(trx, event, moved));
      await work();
      assert.deepEqual(await waiting(), stopped ? ['prices_stopped_by_breaker'] : []);
    }
  });
});

describe('a test notification', () => {
  it('is delivered as all others are', async () => {
    const at = await tryBell(ctx, ours.actor, { level: 'warn', mark: 'm1' });
    assert.deepEqual(at, ctx.clock());
    assert.deepEqual(await codes(ours), []);
    await work();
    const { content } = await bell(ours);
    assert.deepEqual(
      content.map(({ code, level, values }) => ({ code, level, mark: values.mark })),
      [{ code: 'test_warn', level: 'warn', mark: 'm1' }],
    );
  });

  it('is refused in production', async () => {
    const config = { ...ctx.config, environment: 'production' as const };
    await assert.rejects(
      tryBell({ ...ctx, config }, ours.actor, { level: 'info', mark: 'm1' }),
      isMissing,
    );
  });
});
