import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { RemoteOrder } from '../integrations/marketplace.ts';
import { within } from '../platform/db.ts';
import { keepRetention } from '../platform/retention.ts';
import {
  line,
  order,
  type SalesScene,
  salesScene,
  totalsOf,
  ZONE,
} from '../testing/sales-scene.ts';
import { TEST_TIME } from '../testing/test-context.ts';
import { recordOrders } from './record.ts';
import { createRecord, lookUpNames } from './shipping/records.ts';

let scene: SalesScene;
beforeEach(async () => {
  scene = await salesScene();
});
afterEach(() => scene.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ago = (ms: number) => new Date(TEST_TIME.getTime() - ms);
const changed = (one: RemoteOrder, afterMs: number, more: Partial<RemoteOrder>): RemoteOrder => ({
  ...one,
  ...more,
  updatedAt: new Date(one.orderedAt.getTime() + afterMs),
});

const NOWHERE = { postalCode: null, city: null, state: null, countryCode: null };

const lines = () => scene.database.owner`
  select order_id, line, day::text as day, listing_id, state, units, price, refunded, held, cost, tax_percent, fee,
    fee_percent, fee_fixed from order_line order by order_id, line`;
const accountDays = () => scene.database.owner`
  select day::text as day, currency_code as "currencyCode", orders, units, revenue as sales
  from account_day where orders > 0 order by day, currency_code`;
const marked = async () => (await scene.database.owner`select from dirty_day`).count;

describe('an order that is recorded', () => {
  it('keeps the costs at the time of the order, whatever the later costs', async () => {
    const costs = { cost: 4_000, taxPercent: 10, feePercent: 12, feeFixed: 500 };
    const listingId = await scene.addListing('A', costs);
    const one = order('1', ago(MINUTE), [line('A', { units: 2 })]);
    await scene.record([one]);
    await scene.database.owner`update listing_cost set cost = 1, tax_percent = 1, fee_percent = 1`;
    await scene.record([changed(one, MINUTE, { lines: [line('A', { units: 3 })] })]);
    const [row] = await lines();
    assert.partialDeepStrictEqual(row, {
      listing_id: listingId,
      units: 3,
      cost: 4_000,
      tax_percent: 10,
      fee_percent: 12,
      fee_fixed: 500,
    });
    await scene.sum();
    const [sums] = await scene.database.owner`select * from listing_day`;
    // 300.00 of which 30.00 tax, 36.00 and three times 5.00 fees, 120.00 goods.
    assert.partialDeepStrictEqual(sums, {
      revenue: 30_000,
      tax: 3_000,
      fees: 5_100,
      goods: 12_000,
      margin: 9_900,
      margin_of: 30_000,
    });
  });

  it('uses the fee that the marketplace reports, if it does', async () => {
    await scene.addListing('A', { cost: 4_000, taxPercent: 10, feePercent: 12, feeFixed: 500 });
    await scene.record([order('1', ago(MINUTE), [line('A', { fee: 1_234 })])]);
    await scene.sum();
    const [sums] = await scene.database.owner`select fees, fees_of from listing_day`;
    assert.deepEqual({ ...sums }, { fees: 1_234, fees_of: 10_000 });
  });

  it('is without costs where none are known: nothing is taken for zero', async () => {
    await scene.addListing('A');
    await scene.record([order('1', ago(MINUTE), [line('A', { refund: null })])]);
    await scene.sum();
    const [sums] = await scene.database.owner`
      select revenue, fees_of, goods_of, tax_of, margin_of, refunds_of from listing_day`;
    assert.deepEqual(
      { ...sums },
      { revenue: 10_000, fees_of: 0, goods_of: 0, tax_of: 0, margin_of: 0, refunds_of: 0 },
    );
  });

  it('has the buybox holder at that instant, unless it was not observed recently', async () => {
    const { companyId } = scene.company;
    const listingId = await scene.addListing('A');
    const observed = async (status: string, at: Date) => {
      const [row] = await scene.database.owner`
        insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status, offers)
        values (${companyId}, ${listingId}, ${at}, 10000, ${status}, '[]') returning id`;
      await scene.database.owner`
        insert into market (company_id, listing_id, snapshot_id, observed_at, buybox_status, fingerprint, rivals)
        values (${companyId}, ${listingId}, ${row!.id}, ${at}, ${status}, '', 0)
        on conflict (company_id, listing_id) do update set observed_at = excluded.observed_at`;
    };
    await observed('WINNING', ago(60 * MINUTE));
    await observed('CO_WINNING', ago(50 * MINUTE));
    await observed('LOSING', ago(40 * MINUTE));
    const held = [61, 59, 45, 30].map((minutes) =>
      order(String(minutes), ago(minutes * MINUTE), [line('A')]),
    );
    const later = order('late', new Date(TEST_TIME.getTime() + 2 * DAY), [line('A')]);
    await scene.record([...held, later]);
    assert.deepEqual(
      (await lines()).map((row) => [row.order_id, row.held]),
      [
        ['30', 'lost'],
        ['45', 'shared'],
        ['59', 'won'],
        ['61', 'unknown'],
        ['late', 'unknown'],
      ],
    );
  });

  it('lies on the day of its account’s time zone', async () => {
    const at = (time: string) => new Date(`2026-05-${time}Z`);
    await scene.record([
      order('1', at('03T02:59:59.999'), [line('A')]),
      order('2', at('03T03:00:00'), [line('A')]),
    ]);
    assert.deepEqual(
      (await lines()).map(({ day }) => day),
      ['2026-05-02', '2026-05-03'],
    );
    // The account turns out to be in another country.
    const account = { ...scene.account, timeZone: 'America/Los_Angeles' };
    await within(scene.ctx.db, { company: scene.company.companyId }, (trx) =>
      recordOrders(scene.ctx, trx, account, [
        order('2', at('03T03:00:00'), [line('A')], { updatedAt: at('03T04:00:00') }),
      ]),
    );
    await scene.sum();
    assert.deepEqual(
      (await lines()).map(({ day }) => day),
      ['2026-05-02', '2026-05-02'],
    );
    assert.partialDeepStrictEqual([...(await accountDays())], [{ day: '2026-05-02', orders: 2 }]);
  });

  it('counts by its latest change, even if an older one arrives later or twice', async () => {
    const first = order('1', ago(DAY), [line('A'), line('B')]);
    const refunded = changed(first, 2 * MINUTE, {
      lines: [line('A', { state: 'refunded', refund: { units: 1, amount: 10_000 } }), line('B')],
    });
    const smaller = changed(first, 3 * MINUTE, { lines: [refunded.lines[0]!] });
    await scene.record([first]);
    await scene.record([smaller]);
    await scene.record([refunded, first]);
    assert.equal((await scene.record([smaller])).changed, 0);
    assert.deepEqual(
      (await lines()).map((row) => [row.line, row.state, row.refunded]),
      [['A', 'refunded', 10_000]],
    );
    await scene.sum();
    assert.equal((await scene.record([smaller])).changed, 0);
    assert.equal(await marked(), 0);
  });

  it('keeps the time of a change that changes nothing, so that an older one does not hold', async () => {
    const first = order('1', ago(DAY), [line('A')]);
    await scene.record([first]);
    await scene.record([changed(first, 3 * MINUTE, {})]);
    await scene.record([
      changed(first, 2 * MINUTE, { lines: [line('A', { state: 'cancelled' })] }),
    ]);
    assert.deepEqual(
      (await lines()).map(({ state }) => state),
      ['paid'],
    );
  });

  it('restates its day when it is refunded days later', async () => {
    const first = order('1', ago(9 * DAY), [line('A', { units: 2 })]);
    await scene.record([first]);
    await scene.sum();
    const refund = { units: 1, amount: 10_000 };
    await scene.record([changed(first, 8 * DAY, { lines: [line('A', { units: 2, refund })] })]);
    await scene.sum();
    const rows = await scene.database.owner`
      select day::text as day, revenue, refunded_units, refunds from account_day`;
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ day: '2026-04-25', revenue: 20_000, refunded_units: 1, refunds: 10_000 }],
    );
  });

  it('keeps the recipient until its retention ends, and nothing else of the buyer', async () => {
    const recipient = {
      name: 'Rita Prado',
      postalCode: '04010000',
      city: 'São Paulo',
      state: 'BR-SP',
      countryCode: 'BR',
    };
    const shipment = {
      shipmentId: '9',
      state: 'shipped' as const,
      carrier: 'Correios',
      trackingNumber: 'AA1',
      shippedAt: ago(MINUTE),
      deliveredAt: null,
      recipient,
    };
    const fresh = order('1', ago(DAY), [line('A')], { shipments: [shipment] });
    const old = order('2', ago(91 * DAY), [line('A')], { shipments: [shipment] });
    await scene.record([fresh, old]);
    await scene.record([
      changed(fresh, MINUTE, {
        shipments: [{ ...shipment, state: 'delivered', deliveredAt: ago(0), recipient: null }],
      }),
    ]);
    const rows = await scene.database.owner`
      select order_id, state, recipient_name, postal_code from shipment order by order_id`;
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        {
          order_id: '1',
          state: 'delivered',
          recipient_name: 'Rita Prado',
          postal_code: '04010000',
        },
        { order_id: '2', state: 'shipped', recipient_name: null, postal_code: null },
      ],
    );
  });

  it('deletes the recipient by the nightly retention', async () => {
    const shipment = {
      shipmentId: '9',
      state: 'delivered' as const,
      carrier: null,
      trackingNumber: 'AA1',
      shippedAt: null,
      deliveredAt: null,
      recipient: {
        name: 'Rita Prado',
        postalCode: '04010000',
        city: 'São Paulo',
        state: 'BR-SP',
        countryCode: 'BR',
      },
    };
    const sold = (id: string, days: number) =>
      order(id, ago(days * DAY), [line('A')], { shipments: [shipment] });
    await scene.record([sold('1', 1), sold('2', 80)]);
    scene.ctx.advance(11 * DAY);
    await keepRetention(scene.ctx, scene.database.ownerUrl, new AbortController().signal);
    const rows = await scene.database.owner`
      select order_id, tracking_number, concat(recipient_name, postal_code, city, region, country_code) as whom
      from shipment order by order_id`;
    assert.deepEqual(
      rows.map((row) => [row.order_id, row.tracking_number, row.whom]),
      [
        ['1', 'AA1', 'Rita Prado04010000São PauloBR-SPBR'],
        ['2', 'AA1', ''],
      ],
    );
    // Reading the same order again does not restore it.
    await scene.record([changed(sold('2', 80), DAY, { orderedAt: ago(80 * DAY) })]);
    const [again] = await scene.database.owner`
      select recipient_name from shipment where order_id = '2'`;
    assert.equal(again?.recipient_name, null);
  });

  it('adds the recipient and the shipping company to the look-ups, until their retention ends', async () => {
    const { ctx, company, database } = scene;
    const sold = (id: string, days: number, name: string | null, carrier: string | null) =>
      order(id, ago(days * DAY), [line('A')], {
        shipments: [
          {
            shipmentId: '9',
            state: 'shipped',
            carrier,
            trackingNumber: null,
            shippedAt: null,
            deliveredAt: null,
            recipient: name === null ? null : { ...NOWHERE, name },
          },
        ],
      });
    await scene.record([
      sold('1', 1, 'Rita Prado', 'Correios'),
      sold('2', 80, 'José Íris', 'Loggi'),
      sold('3', 2, 'RITA  PRADO', 'correios'),
      sold('4', 91, 'Ana Reis', null),
      sold('5', 1, null, null),
    ]);
    const names = async (kind: 'recipient' | 'shipping_company', name = '') => {
      const query = { page: 0, limit: 15, name };
      const { content, totalElements } = await lookUpNames(
        ctx,
        company.companyId,
        kind,
        query,
        'active',
      );
      assert.equal(content.length, totalElements);
      return content.map((one) => one.name);
    };
    assert.deepEqual(await names('recipient'), ['José Íris', 'Rita Prado']);
    assert.deepEqual(await names('recipient', 'jose i'), ['José Íris']);
    assert.deepEqual(await names('shipping_company'), ['Correios', 'Loggi']);
    // A manual record replaces it, and is not offered if it is inactive.
    const entered = {
      kind: 'shipping_company' as const,
      phone: null,
      taxNumber: null,
      website: null,
    };
    await createRecord(ctx, company.actor, { ...entered, name: 'Correios', status: 'active' });
    await createRecord(ctx, company.actor, { ...entered, name: 'LOGGI', status: 'inactive' });
    assert.deepEqual(await names('shipping_company'), ['Correios']);
    ctx.advance(11 * DAY);
    await keepRetention(ctx, database.ownerUrl, new AbortController().signal);
    assert.deepEqual(await names('recipient'), ['Rita Prado']);
  });

  it('past its retention is left out', async () => {
    await scene.record([order('1', ago(731 * DAY), [line('A')])]);
    assert.equal((await lines()).count, 0);
    await scene.record([order('2', ago(500 * DAY), [line('A')])]);
    assert.equal((await lines()).count, 1);
    assert.equal(await marked(), 0, 'its sums are past theirs');
  });
});

describe('the sums of days', () => {
  const SKUS = ['A', 'B', 'C'];

  /** Orders in several versions, in any order, some of them twice. */
  const history = fc
    .array(
      fc.record({
        minutesAgo: fc.integer({ min: 5 * 24 * 60, max: 8 * 24 * 60 }),
        currencyCode: fc.constantFrom('BRL', 'USD'),
        versions: fc.array(
          fc.array(
            fc.record({
              sku: fc.constantFrom(...SKUS),
              units: fc.integer({ min: 0, max: 3 }),
              state: fc.constantFrom('paid', 'paid', 'pending', 'cancelled', 'refunded'),
              price: fc.integer({ min: 1, max: 99_999 }),
            }),
            { minLength: 1, maxLength: 3 },
          ),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((orders) =>
      orders.map(({ minutesAgo, currencyCode, versions }, n) =>
        versions.map((some, version) =>
          changed(
            order(
              String(n),
              ago(minutesAgo * MINUTE),
              some.map(({ sku, ...rest }, place) =>
                line(sku, { ...rest, line: String(place) } as Partial<ReturnType<typeof line>>),
              ),
              { currencyCode },
            ),
            version * MINUTE,
            {},
          ),
        ),
      ),
    );

  const deliveries = history.chain((orders) =>
    fc
      .shuffledSubarray(
        orders.flatMap((versions) => [...versions, ...versions]),
        { minLength: 1 },
      )
      .map((some) => ({
        // Every latest version arrives at some time.
        delivered: [...some, ...orders.map((versions) => versions.at(-1)!)],
        latest: orders.map((versions) => versions.at(-1)!),
      })),
  );

  it('are those of the latest versions of the orders, in any order of arrival', async () => {
    for (const sku of SKUS) await scene.addListing(sku);
    await fc.assert(
      fc.asyncProperty(deliveries, fc.integer({ min: 1, max: 5 }), async (given, size) => {
        await scene.database.owner`truncate order_line, listing_day, account_day, dirty_day`;
        for (let from = 0; from < given.delivered.length; from += size) {
          await scene.record(given.delivered.slice(from, from + size));
          if (from % 2 === 0) await scene.sum();
        }
        await scene.sum();
        const expected = totalsOf(given.latest, ZONE);
        const rows = await accountDays();
        const byKey = (a: { day: string; currencyCode: string }, b: typeof a) =>
          `${a.day}${a.currencyCode}` < `${b.day}${b.currencyCode}` ? -1 : 1;
        assert.deepEqual(
          rows.map((row) => ({ ...row })),
          expected.sort(byKey),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('are exact however often recording and summing are broken off', async () => {
    for (const sku of SKUS) await scene.addListing(sku);
    const { ctx, database } = scene;
    const all = Array.from({ length: 120 }, (_, n) =>
      order(
        String(n),
        ago(((n % 5) + 1) * DAY),
        SKUS.slice(0, 1 + (n % 3)).map((sku) =>
          line(sku, { price: 1_000 + n, units: 1 + (n % 2) }),
        ),
      ),
    );
    let open = all.flatMap((one) => [one, changed(one, MINUTE, { lines: one.lines.slice(0, 1) })]);
    let isOver = false;
    let brokenOff = 0;
    // Fails at any of the statements that write, when recording and when summing.
    const tables = ['order_line', 'dirty_day', 'listing_day', 'account_day'];
    await database.owner`create sequence statements`;
    await database.owner.unsafe(`
      create function break_off() returns trigger language plpgsql security definer as $$
        begin
          if nextval('statements') % 11 = 0 then raise exception 'broken off' using errcode = '57014'; end if;
          return null;
        end $$`);
    for (const table of tables)
      await database.owner.unsafe(`
        create trigger break_off after insert or update or delete on ${table}
          for each statement execute function break_off()`);
    /** Repeats work until it succeeds, as a job does. */
    const untilDone = async (work: () => Promise<unknown>) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await work();
        } catch (error) {
          const isBrokenOff = error instanceof Error && 'code' in error && error.code === '57014';
          if (!isBrokenOff || attempt === 100) throw error;
          brokenOff += 1;
        }
      }
    };
    const summing = (async () => {
      while (!isOver) await untilDone(() => scene.sum());
    })();
    for (; open.length > 0; open = open.slice(6))
      await untilDone(() => scene.record(open.slice(0, 6)));
    isOver = true;
    await summing;
    await untilDone(() => scene.sum());
    assert.ok(brokenOff > 10, `it was broken off ${brokenOff} times`);
    assert.equal(await marked(), 0);
    const latest = all.map((one) => ({ ...one, lines: one.lines.slice(0, 1) }));
    assert.deepEqual(
      (await accountDays()).map((row) => ({ ...row })),
      totalsOf(latest, ZONE),
    );
    assert.deepEqual(ctx.complaints, []);
  });

  it('show what was recorded after a mark was taken', async () => {
    const listingId = await scene.addListing('A');
    const { companyId } = scene.company;
    const first = order('1', ago(DAY), [line('A')]);
    await scene.record([first]);
    let summed: Promise<number> | null = null;
    // Recorded, but not committed while the day is summed: the mark is kept until then.
    await within(scene.ctx.db, { company: companyId }, async (trx) => {
      await recordOrders(scene.ctx, trx, scene.account, [order('2', ago(DAY), [line('A')])]);
      summed = scene.sum();
      assert.equal(await summed, 0);
    });
    await scene.sum();
    const [row] = await scene.database.owner`
      select listing_id, orders, units from listing_day`;
    assert.deepEqual({ ...row }, { listing_id: listingId, orders: 2, units: 2 });
  });

  it('are of one company: another sees and changes none of them', async () => {
    await scene.addListing('A');
    await scene.record([order('1', ago(DAY), [line('A')])]);
    await scene.sum();
    const stranger = { company: scene.company.companyId + 1 };
    for (const table of ['order_line', 'listing_day', 'account_day'] as const) {
      const seen = await within(scene.ctx.db, stranger, (trx) =>
        trx.selectFrom(table).select('company_id').execute(),
      );
      assert.deepEqual(seen, [], table);
    }
    await assert.rejects(
      within(scene.ctx.db, stranger, (trx) =>
        recordOrders(scene.ctx, trx, scene.account, [order('2', ago(DAY), [line('A')])]),
      ),
      /row-level security/,
    );
  });
});
