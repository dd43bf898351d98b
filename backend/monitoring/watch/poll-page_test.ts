// Competitors that are watched on public pages: off unless the installation allows their host, seldom, by robots.txt, never after a refusal.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { fail, ok } from '../../kernel/result.ts';
import { within } from '../../platform/db.ts';
import { type Scene, scene } from '../../testing/monitoring-scene.ts';
import { type ProductPage, productPage } from '../../testing/product-page.ts';
import { seedCompany, testConfig } from '../../testing/test-context.ts';
import * as actions from './actions.ts';
import { watchedOffers } from './offers.ts';
import type { FetchText } from './pages/read.ts';
import { type PageJob, POLL_PAGE, pollPage } from './poll-page.ts';
import { scheduleWatched } from './schedule.ts';

const HOST = 'www.magazineluiza.com.br';
const LINK = `https://${HOST}/celular/p/ab12cd34ef/te/mmot/`;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const holder = { id: 'casanorte', name: 'Casa Norte', card: '95.00', pix: '85.50' };

let the: Scene;
let listingId: number;
/** What the host answers, by path: a text, or the code of a failure. */
let site: Map<string, string>;
/** The requests to the host, with their times. */
let requests: { path: string; at: number }[];

beforeEach(async () => {
  the = await scene();
  listingId = await the.addListing('X1', { price: 10_000 });
  the.ctx.config = { ...testConfig, pageLook: { hosts: [HOST], contact: 'ops@primazia.test' } };
  site = new Map([['/robots.txt', 'User-agent: *\nDisallow: /checkout']]);
  requests = [];
});
afterEach(() => the.close());

const shows = (page: Omit<ProductPage, 'id'>, id = 'ab12cd34ef') =>
  site.set(`/p/${id}/`, productPage({ ...page, id }));
const fetchText: FetchText = (url) => {
  const { pathname, search } = new URL(url);
  requests.push({ path: pathname + search, at: the.ctx.clock().getTime() });
  const answer = site.get(pathname + search) ?? 'http_404';
  return Promise.resolve(/^[a-z]+_?\d*$/.test(answer) ? fail(answer) : ok(answer));
};
const add = (link: string, id = listingId, of = the.company) =>
  actions.watchLinksOf(the.ctx, of.actor, id, [link], 'pt');
const of = async (id = listingId, { companyId } = the.company) =>
  (await actions.watchedOf(the.ctx, companyId, id, 'pt')).competitors;
const stateOf = async (id?: number) =>
  (await of(id)).map(({ state, offer, source }) => [state, offer?.price ?? null, source]);
const never = () => new AbortController().signal;

/** Plans polls each minute, and runs them when they are due. */
async function pass(minutes: number, companyIds = [the.company.companyId]): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    the.ctx.advance(MINUTE);
    for (const companyId of companyIds) await scheduleWatched(the.ctx, companyId);
    const jobs = await the.database.owner<{ data: { data: PageJob } | PageJob; at: Date }[]>`
      select data, start_after as at from pgboss.job where name = ${POLL_PAGE.name} order by start_after`;
    await the.database.owner`delete from pgboss.job where name = ${POLL_PAGE.name}`;
    const now = the.ctx.clock();
    for (const { data, at } of jobs) {
      if (at > the.ctx.clock()) the.ctx.setTime(at);
      const job = POLL_PAGE.schema.parse('data' in data ? data.data : data);
      await pollPage(the.ctx, fetchText, job, never());
    }
    the.ctx.setTime(now);
  }
}

describe('public pages', () => {
  it('are not read unless the installation allows their host', async () => {
    the.ctx.config = testConfig;
    shows({ sellers: [holder] });
    await add(LINK);
    await pass(3);
    const [one] = await of();
    assert.deepEqual(
      [one?.state, one?.message, requests],
      [
        'unavailable',
        'Este marketplace não informa os preços de outros vendedores. Digite o preço à mão.',
        [],
      ],
    );
    // Pages added before are read from then on, and no longer after the permission is removed.
    the.ctx.config = { ...testConfig, pageLook: { hosts: [HOST], contact: 'ops@primazia.test' } };
    await pass(2);
    assert.deepEqual(await stateOf(), [['ready', 95, 'page']]);
    the.ctx.config = testConfig;
    the.ctx.advance(7 * HOUR);
    await pass(1);
    assert.equal((await of())[0]?.state, 'unavailable');
    assert.equal(requests.length, 2);
  });

  it('give their price by card to rules, with where it is from', async () => {
    shows({ sellers: [holder, { id: 'sul', name: 'Loja Sul', card: null, pix: '50.00' }] });
    await add(LINK);
    await pass(2);
    const [one] = await of();
    assert.deepEqual(
      [one?.state, one?.offer?.price, one?.offer?.sellerName, one?.source, one?.title],
      ['ready', 95, 'Casa Norte', 'page', 'Celular Moto G84 256GB Azul'],
    );
    const counted = await within(the.ctx.db, { company: the.company.companyId }, (trx) =>
      watchedOffers(trx, the.company.companyId, [listingId], the.ctx.clock()),
    );
    assert.deepEqual(
      counted.get(listingId)?.offers.map(({ price }) => price),
      [9_500],
    );
    assert.deepEqual(
      requests.map(({ path }) => path),
      ['/robots.txt', '/p/ab12cd34ef/'],
    );
  });

  it('are read at most every six hours each, and their host every ten seconds', async () => {
    for (const n of [1, 2, 3, 4]) {
      shows({ sellers: [holder] }, `page${n}00`);
      await add(`https://${HOST}/x/p/page${n}00/te/mmot/`);
    }
    await pass(10);
    assert.equal(requests.length, 5);
    the.ctx.advance(5 * HOUR + 40 * MINUTE);
    await pass(30);
    assert.equal(requests.length, 9);
    const gaps = requests.slice(1).map(({ at }, n) => at - requests[n]!.at);
    assert.ok(Math.min(...gaps) >= 10_000, String(gaps));
    const times = Map.groupBy(requests, ({ path }) => path);
    for (const [first, second] of times.values())
      if (second !== undefined) assert.ok(second.at - first!.at >= 6 * HOUR);
    // A poll too soon after another one is not made.
    const [job] = (await of()).map(({ id }) => ({
      companyId: the.company.companyId,
      competitorId: id,
    }));
    the.ctx.setTime(new Date(requests.at(-1)!.at + 9_000));
    await pollPage(the.ctx, fetchText, job!, never());
    assert.equal(requests.length, 9);
  });

  it('are not read if robots.txt forbids it', async () => {
    site.set('/robots.txt', 'User-agent: *\nDisallow: /p/');
    shows({ sellers: [holder] });
    await add(LINK);
    await pass(3);
    const [one] = await of();
    assert.deepEqual(
      [one?.state, one?.message.includes('robots.txt'), requests.map(({ path }) => path)],
      ['unavailable', true, ['/robots.txt']],
    );
  });

  it('are all paused for a day after a refusal of their host', async () => {
    for (const code of ['http_403', 'http_429', '<html>Access Denied</html>']) {
      requests = [];
      site.set('/p/ab12cd34ef/', code);
      shows({ sellers: [holder] }, 'page200');
      const id = await the.addListing(`Y-${code}`);
      await add(LINK, id);
      await pass(2);
      await add(`https://${HOST}/x/p/page200/te/mmot/`, id);
      await pass(5);
      const found = await of(id);
      assert.deepEqual(
        found.map(({ state, message }) => [state, message.startsWith('O site recusou')]),
        [
          ['unavailable', true],
          ['unavailable', true],
        ],
      );
      assert.ok(!requests.some(({ path }) => path === '/p/page200/'));
      shows({ sellers: [holder] });
      the.ctx.advance(24 * HOUR);
      await pass(3);
      assert.deepEqual(await stateOf(id), [
        ['ready', 95, 'page'],
        ['ready', 95, 'page'],
      ]);
    }
  });

  it('need a second poll to confirm an absence, and show no other variation', async () => {
    shows({ sellers: [holder] });
    await add(LINK);
    await pass(2);
    shows({ available: false, sellers: [holder] });
    the.ctx.advance(6 * HOUR);
    await pass(1);
    assert.equal((await of())[0]?.state, 'ready');
    the.ctx.advance(6 * HOUR);
    await pass(1);
    assert.equal((await of())[0]?.state, 'paused_or_out_of_stock');
    site.set('/p/ab12cd34ef/', productPage({ id: 'zz99', sellers: [holder] }));
    the.ctx.advance(6 * HOUR);
    await pass(1);
    assert.match((await of())[0]!.message, /^A página mostra vários preços ou outra variação/);
  });

  it('are read by each company for itself', async () => {
    const other = await seedCompany(the.database.owner);
    const theirs = await the.database.owner<{ id: number }[]>`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      values (${other.companyId}, ${other.accountId}, 2, 'Z1', 'Celular Moto G84', 10000, 0, 'BRL', 'BR', 5,
        'ENABLED', 'new', false, 'none', ${the.ctx.clock()}, ${the.ctx.clock()}) returning id`;
    shows({ sellers: [holder] });
    await add(LINK);
    await pass(2);
    await add(LINK, theirs[0]!.id, other);
    assert.deepEqual(
      (await of(theirs[0]!.id, other)).map(({ state, offer }) => [state, offer]),
      [['fetching', null]],
    );
    await pass(1, [other.companyId]);
    assert.equal(requests.filter(({ path }) => path === '/p/ab12cd34ef/').length, 2);
  });
});
