import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import type { ProductMarket, RemoteProduct } from '../../integrations/marketplace.ts';
import { marketplacesOf } from '../../integrations/registry.ts';
import type { Offer } from '../../kernel/market.ts';
import { ok } from '../../kernel/result.ts';
import type { Actor } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import { announceAfter } from '../../testing/alerts.ts';
import { failure, offer, type Scene, scene } from '../../testing/monitoring-scene.ts';
import { recordObserved } from '../../testing/record-markets.ts';
import { emitted, seedCompany, waiting } from '../../testing/test-context.ts';
import { ALERTED, MARKET_CHANGED } from '../contract.ts';
import { POLL } from '../observe.ts';
import { schedulePolls } from '../plan.ts';
import * as actions from './actions.ts';
import { candidatesOf, decideCandidateOf, precisionOf } from './candidates.ts';
import { watchedOffers } from './offers.ts';
import { POLL_WATCHED, pollWatched } from './poll.ts';
import { scheduleWatched } from './schedule.ts';
import { exportWatches, importWatches } from './sheet.ts';

const MINUTE = 60_000;
const EAN = '07891000100103';
const LINK = 'https://www.mercadolivre.com.br/x/p/MLB52135607';

let the: Scene;
let actor: Actor;
let companyId: number;
let listingId: number;
/** What the marketplace reports of pages; products that are not there are not found. */
let pages: Map<string, ProductMarket>;
let products: Map<string, RemoteProduct>;
/** The product whose page offers each listing, by the listing's id. */
let pageOf: Map<string, string>;
/** The polled pages, in order. */
let polled: string[];
let isDown: boolean;
/** The rate limit is used up. */
let isLimited: boolean;

const product = (productId: string, more: Partial<RemoteProduct> = {}): RemoteProduct => ({
  productId,
  title: 'Celular Moto G84 256GB',
  brand: 'Motorola',
  gtin: EAN,
  imageUrl: null,
  link: `https://www.mercadolivre.com.br/p/${productId}`,
  ...more,
});
const sells = (productId: string, ...offers: Offer[]) =>
  pages.set(productId, { offers, total: offers.length });
const signal = () => new AbortController().signal;

beforeEach(async () => {
  the = await scene();
  ({ companyId, actor } = the.company);
  listingId = await the.addListing('X1', { price: 10_000 });
  const { owner } = the.database;
  await owner`update listing set title = 'Smartphone Motorola Moto G84 256GB' where id = ${listingId}`;
  await owner`insert into listing_particulars (company_id, listing_id, gtin, told_at)
    values (${companyId}, ${listingId}, ${EAN}, ${the.ctx.clock()})`;
  pages = new Map();
  products = new Map();
  pageOf = new Map();
  polled = [];
  isDown = false;
  isLimited = false;
  const notFound = failure('not_found');
  const memory = the.ctx.marketplaces.all[0]!;
  the.ctx.marketplaces = marketplacesOf([
    {
      ...memory,
      polls: { perSecond: 2, batch: 1 },
      findProducts: (_session, query) =>
        Promise.resolve(
          ok(
            [...products.values()].filter((one) =>
              'gtin' in query
                ? one.gtin === query.gtin
                : query.title
                    .toLowerCase()
                    .split(' ')
                    .some((word) => one.title.toLowerCase().includes(word)),
            ),
          ),
        ),
      getProducts: (_session, ids) =>
        Promise.resolve(
          ok(new Map(ids.map((id) => [id, products.has(id) ? ok(products.get(id)!) : notFound]))),
        ),
      findProductOf: (_session, { itemId }) =>
        Promise.resolve(isDown ? failure('unavailable') : ok(pageOf.get(itemId) ?? null)),
      getProductOffers: (_session, targets) => {
        if (isDown) return Promise.resolve(failure('unavailable'));
        if (isLimited) return Promise.resolve(failure('rate_limited'));
        polled.push(...targets.map(({ productId }) => productId));
        return Promise.resolve(
          ok(
            new Map(
              targets.map(({ productId: id }) => [
                id,
                pages.has(id) ? ok(pages.get(id)!) : notFound,
              ]),
            ),
          ),
        );
      },
    },
  ]);
});
afterEach(() => the.close());

const add = async (...links: string[]) =>
  (await actions.watchLinksOf(the.ctx, actor, listingId, links, 'pt')).results;
const list = async () => (await actions.watchedOf(the.ctx, companyId, listingId, 'pt')).competitors;
const only = async () => {
  const [one] = await list();
  assert.ok(one);
  return one;
};
/** Runs the due polls, some minutes later. */
async function pollAfter(minutes: number) {
  the.ctx.advance(minutes * MINUTE);
  await scheduleWatched(the.ctx, companyId);
  for (const job of await waiting(the.ctx, POLL_WATCHED)) await pollWatched(the.ctx, job, signal());
  await the.database.owner`delete from pgboss.job where name = ${POLL_WATCHED.name}`;
}
const counted = async () => {
  const of = await within(the.ctx.db, { company: companyId }, (trx) =>
    watchedOffers(trx, companyId, [listingId], the.ctx.clock()),
  );
  const { offers = [], unknown = 0 } = of.get(listingId) ?? {};
  return { prices: offers.map(({ price, comparison }) => `${price} ${comparison}`), unknown };
};

/** What is announced, so far, of competitors, with the price that it names. */
const alerts = async () => {
  await announceAfter(the.ctx, companyId, 0);
  const all = (await emitted(the.ctx, ALERTED)).flatMap((event) => event.alerts);
  return all.map(({ code, values }) => [code, values.competitor, values.raisePrice]);
};

describe('adding competitors by their links', () => {
  it('answers for each link: what is watched, what already is, and what to do about the others', async () => {
    const results = await add(
      LINK,
      `${LINK}?matt_tool=1`,
      'https://amzn.to/abc',
      'https://www.americanas.com.br/p/1',
      'https://shopee.com.br/product/1/2',
      'https://www.mercadolibre.com.mx/p/MLM52135607',
      'https://www.amazon.com.br/s?k=fone',
      'fone',
    );
    assert.deepEqual(
      results.map(({ outcome, code }) => code ?? outcome),
      ['added', 'already', 'short', 'foreign', 'not_watched', 'other_country', 'search', 'invalid'],
    );
    assert.equal(
      results[2]?.text,
      'Este é um link curto. Abra-o e cole o endereço da página que aparece.',
    );
    const { state, message, link, comparison } = await only();
    assert.deepEqual(
      [state, message, link, comparison],
      [
        'fetching',
        'Buscando dados, tente novamente mais tarde.',
        'https://www.mercadolivre.com.br/p/MLB52135607',
        'SIMILAR',
      ],
    );
    assert.equal((await counted()).unknown, 1);
  });

  it('refuses listings of the company, and more than fifty', async () => {
    const mine = await the.addListing('MLB3934669741');
    const item = 'https://www.mercadolivre.com.br/p/MLB52135607?pdp_filters=item_id:MLB3934669741';
    const own = await actions.watchLinksOf(the.ctx, actor, mine, [item], 'pt');
    assert.equal(own.results[0]?.code, 'own_listing');
    const links = Array.from(
      { length: 60 },
      (_, n) => `https://www.mercadolivre.com.br/p/MLB${1_000_000 + n}`,
    );
    const results = await add(...links);
    assert.equal(results.filter(({ outcome }) => outcome === 'added').length, 50);
    assert.equal(results.at(-1)?.code, 'too_many');
  });

  it('gives the reason and the cure for a page that cannot be polled', async () => {
    await add('https://www.magazineluiza.com.br/x/p/237092000/te/tfhp/');
    await add('https://www.amazon.com.br/dp/B0CXYZ1234');
    await add('https://produto.mercadolivre.com.br/MLB-3934669741-x-_JM');
    await pollAfter(0);
    assert.deepEqual(
      (await list()).map(({ state, message }) => `${state}: ${message.split('.')[0]}`),
      [
        'unavailable: Este marketplace não informa os preços de outros vendedores',
        'unavailable: Este marketplace não informa os preços de outros vendedores',
        'unavailable: O marketplace não informa o preço de um anúncio fora do catálogo',
      ],
    );
    await pollAfter(360);
    assert.deepEqual(polled, []);
  });

  it('finds the page on which a listing is offered, and watches that listing there', async () => {
    const item = 'https://produto.mercadolivre.com.br/MLB-3934669741-moto-g84-_JM';
    isDown = true;
    const [first] = await add(item);
    await pollAfter(0);
    assert.equal((await only()).state, 'fetching');
    isDown = false;
    pageOf.set('MLB3934669741', 'MLB52135607');
    products.set('MLB52135607', product('MLB52135607'));
    sells('MLB52135607', offer('a', 9_000), offer('b', 9_500, { offerId: 'MLB3934669741' }));
    await pollAfter(10);
    await pollAfter(0);
    const { state, productId, title, offer: found } = await only();
    assert.deepEqual(
      [state, productId, title, found?.price],
      ['ready', 'MLB52135607', 'Celular Moto G84 256GB', 95],
    );
    assert.deepEqual([first?.outcome, (await add(item))[0]?.outcome], ['added', 'already']);
  });

  it('searches for no more listings at once than the limit has calls for', async () => {
    // Two calls a second, of which 15 % are for competitors: 18 a minute.
    const items = [1, 2, 3].map(
      (n) => `https://produto.mercadolivre.com.br/MLB-393466974${n}-x-_JM`,
    );
    await add(...items);
    const states = async () => (await list()).map(({ state }) => state);
    await pollAfter(0);
    assert.deepEqual(await states(), ['unavailable', 'fetching', 'fetching']);
    await pollAfter(1);
    assert.deepEqual(await states(), ['unavailable', 'unavailable', 'fetching']);
  });
});

describe('a link that was just added', () => {
  it('is polled again in a minute where the limit left no room', async () => {
    products.set('MLB52135607', product('MLB52135607'));
    sells('MLB52135607', offer('a', 9_000));
    await add(LINK);
    isLimited = true;
    await pollAfter(0);
    await pollAfter(1);
    assert.equal((await only()).state, 'fetching');
    isLimited = false;
    await pollAfter(1);
    assert.equal((await only()).state, 'ready');
  });
});

describe('watching', () => {
  beforeEach(async () => {
    products.set('MLB52135607', product('MLB52135607'));
    sells('MLB52135607', offer('a', 9_000), offer('b', 9_500), offer(the.company.sellerId, 100));
    await add(LINK);
    await pollAfter(0);
  });

  it('finds what it is, the cheapest of others, and has rules follow', async () => {
    const {
      state,
      title,
      comparison,
      decidedBy,
      offer: found,
      countsInRules,
      evidence,
    } = await only();
    assert.deepEqual(
      [state, title, comparison, decidedBy, found?.price, found?.sellerName, countsInRules],
      ['ready', 'Celular Moto G84 256GB', 'IDENTICAL', 'identifiers', 90, 'Loja a', true],
    );
    assert.ok(evidence.some(({ text }) => text === 'Mesmo código EAN 07891000100103'));
    assert.deepEqual(await counted(), { prices: ['9000 IDENTICAL'], unknown: 0 });
    const events = await emitted(the.ctx, MARKET_CHANGED);
    assert.ok(events.length >= 2);
    assert.deepEqual(events.at(-1), { companyId, listingIds: [listingId] });
  });

  it('polls a second time to confirm a fall, and an absence', async () => {
    sells('MLB52135607', offer('a', 7_000));
    await pollAfter(360);
    assert.deepEqual((await counted()).prices, ['9000 IDENTICAL']);
    await pollAfter(5);
    assert.deepEqual((await counted()).prices, ['7000 IDENTICAL']);
    sells('MLB52135607');
    await pollAfter(360);
    assert.equal((await only()).state, 'ready');
    await pollAfter(5);
    const { state, message } = await only();
    assert.deepEqual(
      [state, message],
      ['paused_or_out_of_stock', 'O anúncio monitorado está pausado ou sem estoque.'],
    );
    // There is no competitor left, and no rule with a maximum.
    assert.deepEqual(await alerts(), [['competitor_out', 'Loja a', null]]);
    assert.deepEqual(await counted(), { prices: [], unknown: 0 });
  });

  it('announces once that one is out of stock, with the price up to which the listing may be raised', async () => {
    await add('https://www.mercadolivre.com.br/x/p/MLB52135999');
    sells('MLB52135999', offer('b', 12_000));
    await recordObserved(the.ctx, companyId, [
      {
        listingId,
        market: {
          observedAt: the.ctx.clock(),
          buybox: { status: 'LOSING', winnerSellerId: 'a', priceToWin: null, reason: null },
          offers: [offer('a', 9_000), offer('c', 11_500, { shippingPrice: 1_000 })],
        },
      },
    ]);
    await pollAfter(1);
    sells('MLB52135607');
    await pollAfter(360);
    await pollAfter(5);
    assert.deepEqual(await alerts(), [['competitor_out_may_raise', 'Loja a', 119.99]]);
    await pollAfter(360);
    assert.deepEqual(await alerts(), [['competitor_out_may_raise', 'Loja a', 119.99]]);
  });

  it('announces no suspect price that a user decided in between', async () => {
    const others = [offer('b', 9_500), offer('c', 9_600), offer('d', 9_700)];
    sells('MLB52135607', offer('a', 3_000), ...others);
    await pollAfter(360);
    const { id } = await only();
    await actions.confirmPrice(the.ctx, actor, id, 'pt');
    await announceAfter(the.ctx, companyId, 15);
    assert.deepEqual(await alerts(), []);
  });

  it('ignores a suspect price until it is confirmed, also by a user', async () => {
    const others = [offer('b', 9_500), offer('c', 9_600), offer('d', 9_700)];
    sells('MLB52135607', offer('a', 3_000), ...others);
    await pollAfter(360);
    const { id, state, offer: found } = await only();
    assert.deepEqual([state, found?.price], ['suspect', 30]);
    assert.deepEqual(await counted(), { prices: [], unknown: 1 });
    await actions.confirmPrice(the.ctx, actor, id, 'pt');
    assert.deepEqual((await counted()).prices, ['3000 IDENTICAL']);
    await pollAfter(10);
    assert.equal((await only()).state, 'ready');
  });

  it('requires a new confirmation if the page is about another product', async () => {
    products.set('MLB52135607', product('MLB52135607', { gtin: '07891000100110' }));
    await pollAfter(25 * 60);
    const { id, state } = await only();
    assert.equal(state, 'changed');
    assert.equal((await counted()).unknown, 1);
    assert.deepEqual(await alerts(), [['competitor_page_changed', 'Loja a', undefined]]);
    const confirmed = await actions.decideComparison(the.ctx, actor, id, 'SIMILAR', 'pt');
    assert.equal(confirmed.state, 'fetching');
    await pollAfter(1);
    const after = await only();
    assert.deepEqual(
      [after.state, after.comparison, after.decidedBy],
      ['ready', 'SIMILAR', 'person'],
    );
  });

  it('keeps the price where the marketplace does not answer, until it is a day old', async () => {
    isDown = true;
    await pollAfter(360);
    assert.deepEqual((await counted()).prices, ['9000 IDENTICAL']);
    await pollAfter(24 * 60);
    assert.deepEqual(await counted(), { prices: [], unknown: 1 });
    assert.equal((await only()).isAged, true);
  });

  it('is paused, resumed and removed, and rules follow each time', async () => {
    const { id } = await only();
    assert.equal((await actions.setPaused(the.ctx, actor, id, true, 'pt')).countsInRules, false);
    assert.deepEqual(await counted(), { prices: [], unknown: 0 });
    polled = [];
    await pollAfter(24 * 60);
    assert.deepEqual(polled, []);
    await actions.setPaused(the.ctx, actor, id, false, 'pt');
    await pollAfter(1);
    assert.deepEqual((await counted()).prices, ['9000 IDENTICAL']);
    await actions.removeWatch(the.ctx, actor, id);
    assert.deepEqual(await list(), []);
    await assert.rejects(actions.removeWatch(the.ctx, actor, id), { code: 'competitor_not_found' });
  });

  it('counts a price that a person typed for seven days', async () => {
    await add('https://www.magazineluiza.com.br/x/p/237092000/te/tfhp/');
    const magalu = (await list())[1]!;
    const typed = { price: 8_000, shippingPrice: null };
    const shown = await actions.setTypedPrice(the.ctx, actor, magalu.id, typed, 'pt');
    assert.deepEqual([shown.state, shown.source, shown.countsInRules], ['ready', 'typed', true]);
    assert.equal(shown.offer?.shippingPrice, null);
    the.ctx.advance(7 * 24 * 60 * MINUTE + 1);
    const after = (await list())[1]!;
    assert.deepEqual([after.isAged, after.countsInRules], [true, false]);
  });

  it('is not visible to another company, which polls by itself', async () => {
    const other = await seedCompany(the.database.owner);
    const rows = await within(the.ctx.db, { company: other.companyId }, (trx) =>
      trx.selectFrom('watched_competitor').selectAll().execute(),
    );
    assert.deepEqual(rows, []);
    const { id } = await only();
    await assert.rejects(actions.setPaused(the.ctx, other.actor, id, true, 'pt'), {
      code: 'competitor_not_found',
    });
  });
});

describe('the budget', () => {
  it('does not reduce the polls of own listings, however much is watched', async () => {
    for (let n = 2; n <= 200; n += 1) await the.addListing(`X${n}`);
    const polls = async () => {
      await schedulePolls(the.ctx, companyId);
      return (await waiting(the.ctx, POLL)).length;
    };
    const alone = await polls();
    await the.database.owner`delete from pgboss.job where name = ${POLL.name}`;
    const { owner } = the.database;
    await owner`
      insert into watched_competitor (company_id, listing_id, marketplace_id, country_code, product_id,
        link, state, comparison, next_look_at, created_at, updated_at)
      select ${companyId}, ${listingId}, 2, 'BR', 'MLB' || n, 'https://x.example/' || n, 'fetching', 'SIMILAR',
        ${the.ctx.clock()}, ${the.ctx.clock()}, ${the.ctx.clock()} from generate_series(1, 5000) n`;
    let pollCount = 0;
    for (let round = 0; round < 10; round += 1) {
      await scheduleWatched(the.ctx, companyId);
      const jobs = await waiting(the.ctx, POLL_WATCHED);
      const some = jobs.reduce((sum, { ids }) => sum + ids.length, 0);
      await owner`delete from pgboss.job where name = ${POLL_WATCHED.name}`;
      pollCount += some;
      if (round === 0) assert.equal(await polls(), alone);
      the.ctx.advance(MINUTE);
    }
    // Two a second, 15 % of them for watching: 18 a minute; the own listings have 60.
    assert.deepEqual([alone, pollCount], [60, 180]);
  });
});

describe('candidates', () => {
  beforeEach(() => {
    products.set('MLB1', product('MLB1'));
    products.set(
      'MLB2',
      product('MLB2', { gtin: null, title: 'Celular Motorola Moto G84 256 GB' }),
    );
    products.set('MLB3', product('MLB3', { gtin: null, title: 'Capa para Moto G84' }));
  });
  const search = (query: Partial<{ gtin: string; title: string; brand: string }> = {}) =>
    candidatesOf(
      the.ctx,
      companyId,
      listingId,
      { gtin: '', title: '', brand: '', ...query },
      'en',
      signal(),
    );

  it('are found by the listing’s EAN, else by its title, without contradicting ones', async () => {
    const byEan = await search();
    assert.deepEqual(
      byEan.candidates.map(({ productId, comparison, basis }) => [productId, comparison, basis]),
      [['MLB1', 'IDENTICAL', 'identifier']],
    );
    products.delete('MLB1');
    const byTitle = await search();
    assert.deepEqual(
      byTitle.candidates.map(({ productId, comparison }) => [productId, comparison]),
      [['MLB2', 'SIMILAR']],
    );
  });

  it('show all requested ones, with the evidence against them', async () => {
    const { candidates } = await search({ title: 'capa' });
    assert.deepEqual(
      candidates.map(({ productId }) => productId),
      ['MLB3'],
    );
    assert.ok(
      candidates[0]?.evidence.some(({ code, isAgainst }) => code === 'accessory' && isAgainst),
    );
    await assert.rejects(search({ gtin: '123' }), { code: 'gtin_invalid' });
  });

  it('are recorded as accepted or refused, which gives their precision', async () => {
    const decide = (n: number, isAccepted: boolean, basis: 'identifier' | 'text') =>
      decideCandidateOf(
        the.ctx,
        actor,
        listingId,
        { link: `https://www.mercadolivre.com.br/p/MLB${1_000_000 + n}`, isAccepted, basis },
        'pt',
      );
    for (let n = 0; n < 3; n += 1) await decide(n, true, 'text');
    await decide(3, false, 'text');
    await decide(4, true, 'identifier');
    await decide(4, false, 'identifier');
    assert.deepEqual((await precisionOf(the.ctx, companyId)).precisions, [
      { basis: 'identifier', accepted: 0, refused: 1, precision: 0 },
      { basis: 'text', accepted: 3, refused: 1, precision: 0.75 },
    ]);
    assert.equal((await list()).length, 3);
  });

  it('are identical after a user’s confirmation without contradictions, for rules and in the precision', async () => {
    products.set(
      'MLB1000000',
      product('MLB1000000', { gtin: null, title: 'Celular Moto G84 256GB' }),
    );
    sells('MLB1000000', offer('a', 9_000));
    await add('https://www.mercadolivre.com.br/p/MLB1000000');
    await pollAfter(0);
    const before = await only();
    assert.deepEqual(
      [before.comparison, before.decidedBy, before.mayConfirm],
      ['SIMILAR', null, true],
    );
    assert.deepEqual(await counted(), { prices: ['9000 SIMILAR'], unknown: 0 });
    const said = await actions.decideComparison(the.ctx, actor, before.id, 'IDENTICAL', 'pt');
    assert.deepEqual([said.comparison, said.decidedBy], ['IDENTICAL', 'person']);
    assert.deepEqual(await counted(), { prices: ['9000 IDENTICAL'], unknown: 0 });
    const { precisions } = await precisionOf(the.ctx, companyId);
    assert.deepEqual(
      precisions.find(({ basis }) => basis === 'text'),
      { basis: 'text', accepted: 1, refused: 0, precision: 1 },
    );
    // A later poll of the page's product does not change the user's confirmation.
    await pollAfter(25 * 60);
    assert.deepEqual(
      [(await only()).comparison, (await only()).decidedBy],
      ['IDENTICAL', 'person'],
    );
  });

  it('cannot be confirmed as identical if the titles contradict each other', async () => {
    products.set('MLB1000000', product('MLB1000000', { gtin: null, title: 'Moto G84 128GB' }));
    sells('MLB1000000', offer('a', 9_000));
    await add('https://www.mercadolivre.com.br/p/MLB1000000');
    await pollAfter(0);
    const { id, comparison, mayConfirm } = await only();
    assert.deepEqual([comparison, mayConfirm], ['SIMILAR', false]);
    await assert.rejects(actions.decideComparison(the.ctx, actor, id, 'IDENTICAL', 'pt'), {
      code: 'match_contradicted',
    });
  });
});

describe('spreadsheets', () => {
  it('bring competitors in, name the rows that are wrong, and give them back', async () => {
    const csv = [
      'anúncio;link',
      `X1;${LINK}`,
      'X1;https://amzn.to/abc',
      `NONE;${LINK}`,
      `${listingId};https://www.mercadolivre.com.br/p/MLB52135608`,
    ].join('\r\n');
    const result = await importWatches(the.ctx, actor, csv, 'pt');
    assert.equal(result.added, 2);
    assert.deepEqual(
      result.rows.map(({ row, code }) => [row, code]),
      [
        [3, 'short'],
        [4, 'unknown_listing'],
      ],
    );
    const file = await exportWatches(the.ctx, companyId, 'pt');
    const text = await new Response(file.body).text();
    assert.equal(file.rows, 2);
    assert.match(text, /^anúncio;link;/);
    const again = await importWatches(the.ctx, actor, text, 'pt');
    assert.deepEqual(again, { added: 0, rows: [] });
    await assert.rejects(importWatches(the.ctx, actor, 'a;b\r\n1;2', 'pt'), {
      code: 'sheet_without_columns',
    });
  });
});
