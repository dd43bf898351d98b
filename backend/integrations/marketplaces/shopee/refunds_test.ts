import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { MODELS, returnOf, WITH_MODELS } from '../../../testing/conformance/shopee.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getRefunds, toRefund } from './refunds.ts';

const LIST = 'GET /api/v2/returns/get_return_list';
const DAY = 86_400_000;
const FROM = new Date('2026-01-01T00:00:00Z');
const session = { sellerId: '310', accessToken: 'a' };
const partner = { partnerId: '2004001', partnerKey: 'a key of twenty bytes' };
const listed = (found: unknown[], more = false) => ({
  body: { error: '', message: '', response: { more, return: found } },
});
const over = (script: Scripted[]) => {
  const stubbed = stub({ [LIST]: script });
  return { ...stubbed, shopee: { partner, fetcher: stubbed.fetcher, clock: () => new Date(0) } };
};

describe('refunds of Shopee', () => {
  it('are what was paid back of each model, shipping left out', () => {
    const sku = `${WITH_MODELS}.${MODELS[0]}`;
    const refund = {
      refundId: 'R1',
      orderId: 'SN1',
      updatedAt: new Date('2026-03-01T11:30:00Z'),
      items: [{ skuMarketplace: sku, amount: 14_990 }],
    };
    assert.deepEqual(toRefund(returnOf('SN1', 'R1')), refund);
    assert.deepEqual(toRefund(returnOf('SN1', 'R1', { refund_amount: 162.8 })), refund);
    const part = toRefund(returnOf('SN1', 'R1', { refund_amount: 50 }));
    assert.deepEqual(part?.items, [{ skuMarketplace: sku, amount: 5_000 }]);
  });

  it('are empty before the buyer is paid, and when that is withdrawn', () => {
    for (const status of ['REQUESTED', 'PROCESSING', 'JUDGING', 'CANCELLED', 'CLOSED', 'NEW'])
      assert.deepEqual(toRefund(returnOf('SN1', 'R1', { status }))?.items, [], status);
    for (const status of ['ACCEPTED', 'REFUND_PAID'])
      assert.equal(toRefund(returnOf('SN1', 'R1', { status }))?.items.length, 1, status);
  });

  it('are read page by page, no longer than Shopee lists at once; those that are not understood are counted', async () => {
    const { shopee, calls } = over([
      listed([returnOf('1', 'R1'), { return_sn: 'R2' }], true),
      listed([returnOf('3', 'R3')]),
      listed([]),
    ]);
    const found: string[] = [];
    let [cursor, unreadable]: [string | null, number] = [null, 0];
    do {
      const to = new Date(FROM.getTime() + 20 * DAY);
      const page = await getRefunds(shopee, session, { from: FROM, to, cursor });
      assert.ok(page.ok);
      found.push(...page.value.refunds.map(({ orderId }) => orderId));
      unreadable += page.value.unreadable;
      cursor = page.value.next;
    } while (cursor !== null);
    assert.deepEqual([found, unreadable], [['1', '3'], 1]);
    const seconds = (days: number) => String((FROM.getTime() + days * DAY) / 1000);
    assert.deepEqual(
      calls.map(({ query }) => [query?.page_no, query?.update_time_from, query?.update_time_to]),
      [
        ['0', seconds(0), seconds(15)],
        ['1', seconds(0), seconds(15)],
        ['0', seconds(15), seconds(20)],
      ],
    );
  });
});
