// From what monitoring records to the bell: announced once it has lasted, and once.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { BuyboxStatus, Offer } from '../../kernel/market.ts';
import { listNotifications } from '../../notifications/actions.ts';
import { workers } from '../../notifications/jobs.ts';
import { within } from '../../platform/db.ts';
import { createRule } from '../../pricing/actions.ts';
import { announceAfter } from '../../testing/alerts.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { failure } from '../../testing/monitoring-scene.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain, emitted } from '../../testing/test-context.ts';
import { ALERTED } from '../contract.ts';
import { announceDue } from './announce.ts';
import { noteConditions, noteContent } from './note.ts';
import { pollingCondition } from './polling.ts';
import { getAlertSettings, setAlertSettings } from './settings.ts';

const MINUTE = 60_000;
const HOUR = 60;

let database: TestDatabase;
let scene: Scene;
let listingId: number;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
  listingId = await sold('A', scene);
});

/** A listing whose rule competes for the buybox, which it has. */
async function sold(sku: string, of: Scene): Promise<number> {
  const id = await of.sell(sku, 10_000);
  await createRule(of.ctx, of.actor, of.rule([id]));
  await of.see(id, 'WINNING', [competitor('R', 11_000)]);
  return id;
}
const see = (
  status: BuyboxStatus,
  offers: Offer[] = [competitor('R', 9_900)],
  id = listingId,
  of = scene,
) => {
  of.ctx.advance(MINUTE);
  return of.see(id, status, offers);
};
/** Time passes, and what has lasted reaches the bell. */
async function pass(minutes: number, of = scene): Promise<void> {
  await announceAfter(of.ctx, of.companyId, minutes);
  await drain(of.ctx, workers(of.ctx));
}
const bell = async (of = scene) =>
  (await listNotifications(of.ctx, of.actor, { page: 0, limit: 50, show: 'all' })).content;
const codes = async (of = scene) => (await bell(of)).map(({ code }) => code);
const noted = () => database.owner`
  select kind, subject, phase from monitoring_alert
  where company_id = ${scene.companyId} order by kind, subject`;

describe('a lost buybox', () => {
  it('is announced once it has lasted, and once it is won back for as long', async () => {
    await see('LOSING');
    await pass(14);
    assert.deepEqual(await codes(), []);
    await pass(1);
    await pass(1);
    assert.deepEqual(await codes(), ['buybox_lost']);
    await see('WINNING');
    await pass(14);
    assert.deepEqual(await codes(), ['buybox_lost']);
    await pass(2);
    assert.deepEqual(await codes(), ['buybox_won', 'buybox_lost']);
    const [won] = await bell();
    assert.equal(won?.link, `/app/monitoramento-buybox/${listingId}`);
    assert.deepEqual([...(await noted())], []);
  });

  it('is won back also where the listing was out of the competition in between', async () => {
    await see('LOSING');
    await pass(15);
    await see('NOT_COMPETING');
    await see('WINNING');
    await pass(15);
    assert.deepEqual(await codes(), ['buybox_won', 'buybox_lost']);
    assert.deepEqual([...(await noted())], []);
  });

  it('is not announced where it is shorter, nor is its win', async () => {
    await see('LOSING');
    scene.ctx.advance(10 * MINUTE);
    await see('WINNING');
    await pass(HOUR);
    assert.deepEqual(await codes(), []);
  });

  it('is announced after the minutes that the company has set', async () => {
    const settings = { holdMinutes: 0, manyLost: 10, ownBrands: [] };
    await setAlertSettings(scene.ctx, scene.actor, settings);
    await see('LOSING');
    await pass(0);
    assert.deepEqual(await codes(), ['buybox_lost']);
  });

  it('is announced with many in one alert, which opens the list of them', async () => {
    const settings = { holdMinutes: 15, manyLost: 3, ownBrands: [] };
    await setAlertSettings(scene.ctx, scene.actor, settings);
    const others = [await sold('B', scene), await sold('C', scene), await sold('D', scene)];
    for (const id of [listingId, ...others]) await see('LOSING', undefined, id);
    const since = new Date(scene.ctx.clock().getTime() - 3 * MINUTE).toISOString();
    await pass(15);
    const [alert, ...more] = await bell();
    assert.deepEqual([alert?.code, alert?.values.count, more], ['buybox_many_lost', 4, []]);
    assert.ok(
      decodeURIComponent(decodeURIComponent(alert!.link)).endsWith(`buyboxSince:>=:${since}`),
    );
  });

  it('is counted with all that were announced within the hour, however many they are', async () => {
    const settings = { holdMinutes: 15, manyLost: 1_200, ownBrands: [] };
    await setAlertSettings(scene.ctx, scene.actor, settings);
    await see('LOSING');
    await database.owner`
      insert into monitoring_alert (company_id, kind, about_id, subject, phase, since, facts)
      select ${scene.companyId}, 'lost', 1000000 + n, '', 'holds', ${scene.ctx.clock()}, '{}'
      from generate_series(1, 1199) n`;
    await pass(15);
    assert.deepEqual(await codes(), ['buybox_many_lost']);
  });
});

describe('an alert', () => {
  it('is announced by the next run where the process stops between the fact and the alert', async () => {
    await see('LOSING');
    scene.ctx.advance(15 * MINUTE);
    const dies = {
      ...scene.ctx,
      jobs: { ...scene.ctx.jobs, emit: () => Promise.reject(new Error('the process died')) },
    };
    const never = new AbortController().signal;
    await assert.rejects(announceDue(dies, scene.companyId, never), /the process died/);
    await pass(1);
    await pass(1);
    assert.deepEqual(await codes(), ['buybox_lost']);
  });

  it('is announced once by two processes at once', async () => {
    await see('LOSING');
    scene.ctx.advance(15 * MINUTE);
    const never = new AbortController().signal;
    await Promise.all(
      [scene.ctx, scene.another()].map((ctx) => announceDue(ctx, scene.companyId, never)),
    );
    await drain(scene.ctx, workers(scene.ctx));
    const [alert, ...more] = await bell();
    assert.deepEqual([alert?.values.count, more], [1, []]);
  });

  it('is in the bell once where it is delivered twice', async () => {
    await note({ before: 'Garrafa', after: 'Garrafa azul' });
    await announceAfter(scene.ctx, scene.companyId);
    const [event] = (await emitted(scene.ctx, ALERTED)).filter(
      ({ companyId }) => companyId === scene.companyId,
    );
    await within(scene.ctx.db, { company: scene.companyId }, (trx) =>
      scene.ctx.jobs.emit(trx, ALERTED, event!),
    );
    await drain(scene.ctx, workers(scene.ctx));
    const [alert, ...more] = await bell();
    assert.deepEqual([alert?.code, alert?.values.count, more], ['title_changed', 1, []]);
  });

  it('is visible to its own company only, by its own settings', async () => {
    const other = await openScene(database);
    const theirs = await sold('A', other);
    const settings = { holdMinutes: 0, manyLost: 10, ownBrands: ['Lumavi', 'LUMAVI', 'Áurea'] };
    const saved = await setAlertSettings(other.ctx, other.actor, settings);
    assert.deepEqual(saved.ownBrands, ['Lumavi', 'Áurea']);
    assert.deepEqual((await getAlertSettings(scene.ctx, scene.actor)).ownBrands, []);
    await see('LOSING', undefined, theirs, other);
    await see('LOSING');
    await announceDue(scene.ctx, scene.companyId, new AbortController().signal);
    await pass(0, other);
    assert.deepEqual([await codes(), await codes(other)], [[], ['buybox_lost']]);
  });
});

const note = (change: { before: string; after: string }, field = 'title') =>
  within(scene.ctx.db, { company: scene.companyId }, (trx) =>
    noteContent(trx, scene.companyId, [{ listingId, field, ...change, at: scene.ctx.clock() }]),
  );

describe('a change of a listing’s content', () => {
  it('is announced with what it was and is, and again where it changes again', async () => {
    await note({ before: 'Garrafa', after: 'Garrafa azul' });
    await pass(15);
    await note({ before: 'Garrafa azul', after: 'Outra coisa' });
    await pass(15);
    await note({ before: 'Lumavi', after: 'Outra' }, 'brand');
    await pass(15);
    const [brand, title, ...more] = await bell();
    assert.deepEqual([brand?.code, title?.code, more], ['brand_changed', 'title_changed', []]);
    // Two changes of one hour.
    assert.deepEqual([title?.values.count, brand?.values.after], [2, 'Outra']);
  });
});

describe('a new seller', () => {
  const own = async () => {
    const settings = { holdMinutes: 15, manyLost: 10, ownBrands: ['Lumavi'] };
    await setAlertSettings(scene.ctx, scene.actor, settings);
    await database.owner`insert into listing_particulars (company_id, listing_id, brand, told_at)
      values (${scene.companyId}, ${listingId}, 'LUMAVI', ${scene.ctx.clock()})`;
  };
  const [first, late] = [
    competitor('R', 11_000),
    competitor('H', 10_500, { sellerName: 'Casa Sul' }),
  ];

  it('on the page of an own brand is announced once, if it stays', async () => {
    await own();
    await see('WINNING', [first]);
    await see('WINNING', [first, late]);
    await see('WINNING', [first]);
    await pass(15);
    assert.deepEqual(await codes(), []);
    await see('WINNING', [first, late]);
    await pass(15);
    const [alert, ...more] = await bell();
    assert.deepEqual(
      [alert?.code, alert?.values.by, alert?.values.offerPrice, more],
      ['new_seller', ' (Casa Sul)', 105, []],
    );
    // It leaves and returns: it is no longer new.
    await see('WINNING', [first]);
    await pass(24 * HOUR);
    await see('WINNING', [first, late]);
    await pass(24 * HOUR);
    assert.deepEqual(await codes(), ['new_seller']);
  });

  it('does not include pages of another brand, nor accounts of the company', async () => {
    await see('WINNING', [first]);
    await see('WINNING', [first, late]);
    await pass(15);
    await own();
    await see('WINNING', [first]);
    const [account] = await database.owner<{ seller_id: string }[]>`
      select seller_id from account where id = ${scene.accountId}`;
    await see('WINNING', [first, competitor(account!.seller_id, 10_400)]);
    await pass(15);
    assert.deepEqual(await codes(), []);
  });
});

describe('a suspect price', () => {
  const usual = [competitor('R1', 12_100), competitor('R2', 12_200), competitor('R3', 12_300)];
  const fake = competitor('FAKE', 5_000);

  it('is announced where nothing confirms it, and not where it is gone', async () => {
    await see('WINNING', [fake, ...usual]);
    await see('WINNING', usual);
    await pass(15);
    assert.deepEqual(await codes(), []);
    await see('WINNING', [fake, ...usual]);
    await pass(15);
    const [alert] = await bell();
    assert.deepEqual([alert?.code, alert?.values.offerPrice], ['price_suspect', 50]);
  });

  it('is announced as confirmed only after a second observation', async () => {
    await see('WINNING', [fake, ...usual]);
    scene.ctx.advance(5 * MINUTE);
    await see('WINNING', [fake, ...usual]);
    await pass(HOUR);
    assert.deepEqual(await codes(), ['suspect_confirmed']);
  });
});

describe('the cheapest seller that leaves a market', () => {
  const [cheap, next] = [
    competitor('R', 11_000, { sellerName: 'Casa Norte' }),
    competitor('S', 12_500),
  ];

  it('is announced if a second observation confirms it, with the price of that moment', async () => {
    await see('WINNING', [cheap, next]);
    await see('WINNING', [next]);
    await pass(15);
    // Only one observation has it.
    assert.deepEqual(await codes(), []);
    await see('WINNING', [competitor('S', 11_500)]);
    await pass(5);
    await pass(5);
    const [alert, ...more] = await bell();
    const { raisePrice, by } = alert!.values;
    assert.deepEqual(
      [alert?.code, raisePrice, by, more],
      ['seller_out_may_raise', 114.99, ' (Casa Norte)', []],
    );
    assert.equal(alert?.link, `/app/monitoramento-buybox/${listingId}`);
    assert.equal((await noted()).filter(({ kind }) => kind === 'seller_gone').length, 0);
  });

  it('is not announced if it returned, nor before the company’s delay', async () => {
    await see('WINNING', [cheap, next]);
    await see('WINNING', [next]);
    scene.ctx.advance(10 * MINUTE);
    await see('WINNING', [cheap, next]);
    await pass(HOUR);
    await see('WINNING', [next]);
    scene.ctx.advance(3 * MINUTE);
    await see('WINNING', [cheap, next]);
    await see('WINNING', [next]);
    await pass(10);
    await see('WINNING', [next]);
    await pass(2);
    assert.deepEqual(await codes(), []);
    await see('WINNING', [next]);
    await pass(2);
    // The next one's price is above the rule's maximum.
    assert.deepEqual(await codes(), ['seller_out_to_maximum']);
  });

  it('is no news where others are as cheap, where it may be beyond the offers that are reported, or is our own', async () => {
    await see('WINNING', [cheap, competitor('T', 9_000)]);
    await see('LOSING', [competitor('T', 9_000)]);
    await see('LOSING', [competitor('T', 9_000)]);
    const many = Array.from({ length: 20 }, (_, n) => competitor(`M${n}`, 12_000 + n));
    await see('WINNING', [cheap, ...many]);
    await see('WINNING', many);
    await see('WINNING', many);
    const [account] = await database.owner<{ seller_id: string }[]>`
      select seller_id from account where id = ${scene.accountId}`;
    const some = many.slice(0, 5);
    await see('WINNING', [competitor(account!.seller_id, 10_500), ...some]);
    await see('WINNING', some);
    scene.ctx.advance(6 * MINUTE);
    await see('WINNING', some);
    await pass(HOUR);
    assert.deepEqual(await codes(), []);
  });
});

describe('polling that fails', () => {
  const poll = (isOk: boolean) => {
    const answers = isOk ? [{ ok: true as const, value: null }] : [failure('unavailable')];
    const conditionChange = pollingCondition(scene.accountId, answers, scene.ctx.clock());
    return within(scene.ctx.db, { company: scene.companyId }, (trx) =>
      noteConditions(trx, scene.companyId, conditionChange === null ? [] : [conditionChange]),
    );
  };

  it('is announced if polls fail for an hour, and resolved by a successful one', async () => {
    await poll(false);
    scene.ctx.advance(40 * MINUTE);
    await poll(false);
    await pass(15);
    assert.deepEqual(await codes(), []);
    await pass(5);
    await pass(5);
    const [alert, ...more] = await bell();
    assert.deepEqual([alert?.code, alert?.waits, more], ['polling_failing', true, []]);
    await poll(true);
    await pass(0);
    assert.equal((await bell())[0]?.waits, false);
  });

  it('is not announced where one poll failed and none was made since, nor for refused access', async () => {
    await poll(false);
    await pass(3 * HOUR);
    assert.deepEqual(await codes(), []);
    assert.equal(pollingCondition(1, [failure('unauthorized')], scene.ctx.clock()), null);
    assert.equal(pollingCondition(1, [failure('rate_limited')], scene.ctx.clock()), null);
  });
});
