import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { within } from '../platform/db.ts';
import type { Mail, Mailer } from '../platform/mail.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  drain,
  type SeededCompany,
  seedCompany,
  type TestContext,
  testContext,
} from '../testing/test-context.ts';
import { listNotifications } from './actions.ts';
import type { BellSettings } from './contract.ts';
import { workers } from './jobs.ts';
import { planMails } from './mail.ts';
import { notify } from './notify.ts';
import { getSettings, saveSettings } from './settings.ts';

const HOUR = 3_600_000;
const NIGHT = { from: '22:00', until: '07:00' };

let database: TestDatabase;
let ctx: TestContext;
let ours: SeededCompany;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = testContext(database.db);
  ours = await seedCompany(database.owner, { personName: 'Ana', name: 'Aurora' });
});

type Choice = BellSettings['categories'][number];

const choose = (
  category: string,
  choice: Partial<Omit<Choice, 'code'>>,
  more: Partial<Omit<BellSettings, 'categories'>> = {},
) =>
  saveSettings(ctx, ours.actor, {
    categories: [{ code: category, shown: 'popup', mails: false, ...choice }],
    quiet: null,
    timeZone: 'America/Sao_Paulo',
    mailEvery: 'hour',
    ...more,
  });

let rings = 0;
/** A failure of a listing, with a separate cause. */
const ring = () => {
  rings += 1;
  const values = {
    title: `Panela ${rings}`,
    newPrice: 118.5,
    currencyCode: 'BRL',
    listingId: rings,
    failure: null,
  };
  const entry = { code: 'price_update_error', level: 'error', values } as const;
  return notify(ctx, ours.companyId, {
    entries: [{ ...entry, listingId: rings, cause: `cause-${rings}` }],
  });
};
const bell = (company = ours) =>
  listNotifications(ctx, company.actor, { page: 0, limit: 15, show: 'all' });

describe('the settings of the bell', () => {
  it('suit most people where nothing was chosen', async () => {
    const { categories, quiet, timeZone, mailEvery } = await getSettings(ctx, ours.actor);
    assert.deepEqual([quiet, timeZone, mailEvery], [null, null, 'day']);
    assert.deepEqual(Object.fromEntries(categories.map(({ code, shown }) => [code, shown])), {
      accounts: 'popup',
      lost_buybox: 'popup',
      many_lost_buyboxes: 'popup',
      won_buybox: 'bell',
      new_sellers: 'popup',
      competitors_out: 'bell',
      changed_pages: 'bell',
      suspect_prices: 'bell',
      price_changes: 'bell',
      recommendations: 'bell',
      approvals: 'popup',
      campaign_approvals: 'bell',
      held_prices: 'popup',
      failed_prices: 'popup',
      paused_rules: 'popup',
    });
    assert.ok(categories.every(({ mails }) => !mails));
    await ring();
    assert.equal((await bell()).content[0]?.popup, true);
  });

  it('are kept, and hold for one person in one company', async () => {
    await choose('failed_prices', { shown: 'none' }, { quiet: NIGHT });
    const saved = await getSettings(ctx, ours.actor);
    assert.deepEqual([saved.quiet, saved.timeZone], [NIGHT, 'America/Sao_Paulo']);
    await ring();
    const { content, unread, waiting, totalElements } = await bell();
    assert.deepEqual([content.length, unread, waiting, totalElements], [0, 0, 0, 0]);
    const other = await seedCompany(database.owner);
    const reader = { ...other, actor: { ...other.actor, companyId: ours.companyId } };
    assert.equal((await bell(reader)).unread, 1);
  });

  it('keep a category out of pop-ups', async () => {
    await choose('failed_prices', { shown: 'bell' });
    await ring();
    const { content, unread } = await bell();
    assert.deepEqual([content[0]?.popup, unread], [false, 1]);
  });

  it('let nothing pop up in quiet hours, over midnight in the time zone of the person', async () => {
    await choose('failed_prices', {}, { quiet: NIGHT });
    const popsUpAt = async (time: string) => {
      ctx.setTime(new Date(`2026-05-05T${time}:00.000Z`));
      await ring();
      return (await bell()).content[0]?.popup;
    };
    // São Paulo is three hours behind.
    assert.equal(await popsUpAt('00:59'), true);
    assert.equal(await popsUpAt('01:00'), false);
    assert.equal(await popsUpAt('09:59'), false);
    assert.equal(await popsUpAt('10:00'), true);
  });

  it('refuse a category that there is not', async () => {
    await assert.rejects(choose('of_another_version', {}), { code: 'invalid_request' });
  });
});

describe('the e-mails of the bell', () => {
  let sent: Mail[];
  let refuses: boolean;
  const mailer: Mailer = {
    send(mail) {
      if (refuses) return Promise.reject(new Error('421 try again'));
      sent.push(mail);
      return Promise.resolve();
    },
  };
  beforeEach(() => {
    sent = [];
    refuses = false;
  });
  const plan = () =>
    within(ctx.db, { company: ours.companyId }, (trx) => planMails(ctx, trx, ours.companyId));
  const work = () => drain(ctx, workers(ctx, mailer));

  it('bring the hour that is over, once', async () => {
    await choose('failed_prices', { mails: true });
    await ring();
    await plan();
    await work();
    assert.equal(sent.length, 0, 'the hour goes on');
    ctx.advance(HOUR);
    await plan();
    await plan();
    await work();
    await plan();
    await work();
    const [mail, ...rest] = sent;
    assert.deepEqual(rest, []);
    assert.equal(mail?.subject, 'Primazia: 1 notificação de Aurora');
    assert.match(mail?.text ?? '', /Olá, Ana!/);
    assert.match(
      mail?.text ?? '',
      /04\/05,? 09:00 {2}Panela \d+: não foi possível enviar R\$\s118,50\./,
    );
    assert.match(mail?.text ?? '', /http:\/\/localhost:8080\/app\/historico-de-precos\/\d+/);
  });

  it('are written in the user’s language, without disabled categories', async () => {
    await database.owner`update person set locale = 'en' where id = ${ours.personId}`;
    await choose('failed_prices', { mails: true });
    await ring();
    const entry = { code: 'prices_stopped', level: 'warn', values: { by: 'Ana' } } as const;
    await notify(ctx, ours.companyId, { entries: [{ ...entry, subject: 'stopped' }] });
    ctx.advance(HOUR);
    await plan();
    await work();
    assert.equal(sent[0]?.subject, 'Primazia: 1 notification from Aurora');
    assert.doesNotMatch(sent[0]?.text ?? '', /stopped/);
  });

  it('are tried again where the mail server refuses them', async () => {
    await choose('failed_prices', { mails: true });
    await ring();
    ctx.advance(HOUR);
    await plan();
    refuses = true;
    await assert.rejects(work(), /421/);
    refuses = false;
    await work();
    assert.equal(sent.length, 1);
  });

  it('are not sent again if the process crashed while it sent one', async () => {
    await choose('failed_prices', { mails: true });
    await ring();
    ctx.advance(HOUR);
    await plan();
    await database.owner`update notification_mail set taken_at = now()`;
    await work();
    assert.deepEqual(sent, []);
  });

  it('are sent once a day in the morning if the user wants that, and after the end of quiet hours', async () => {
    const quiet = { from: '20:00', until: '09:30' };
    await choose('failed_prices', { mails: true }, { mailEvery: 'day', quiet });
    await ring();
    const sentBy = async (time: string) => {
      ctx.setTime(new Date(time));
      await plan();
      await work();
      return sent.length;
    };
    assert.equal(await sentBy('2026-05-04T20:05:00.000Z'), 0);
    assert.equal(await sentBy('2026-05-05T11:05:00.000Z'), 0);
    assert.equal(await sentBy('2026-05-05T13:05:00.000Z'), 1);
    await ring();
    assert.equal(await sentBy('2026-05-05T15:05:00.000Z'), 1);
    assert.equal(await sentBy('2026-05-06T13:05:00.000Z'), 2);
  });

  it('end with the membership', async () => {
    await choose('failed_prices', { mails: true });
    await ring();
    ctx.advance(HOUR);
    await database.owner`delete from membership where person_id = ${ours.personId}`;
    await plan();
    await work();
    assert.deepEqual(sent, []);
    const rows = await within(ctx.db, { company: ours.companyId }, (trx) =>
      trx.selectFrom('notification_setting').selectAll().execute(),
    );
    assert.deepEqual(rows, []);
  });
});
