import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { refundOf, STORE } from '../../../testing/conformance/amazon.ts';
import { stub } from '../../../testing/conformance/stub.ts';
import { getRefunds, toRefund } from './refunds.ts';
import { storeOf } from './stores.ts';

const store = storeOf(STORE);
const session = { sellerId: 'A3FIXTURESELLER', accessToken: 'Atza|fixture' };
const query = {
  from: new Date('2026-03-01T00:00:00Z'),
  to: new Date('2026-03-02T00:00:00Z'),
  cursor: null,
};

describe('refunds of Amazon', () => {
  it('contain only refunds of the goods, for every spelling of their types', () => {
    const refund = {
      refundId: 'T-1',
      orderId: '701-1',
      updatedAt: new Date('2026-03-01T11:30:00Z'),
      items: [{ skuMarketplace: 'LUM 01/branca', amount: 14_990 }],
    };
    assert.deepEqual(toRefund(store, refundOf('701-1', 'T-1')), refund);
    const amount = { currencyAmount: -149.9, currencyCode: 'BRL' };
    const below = [{ breakdownType: 'ProductCharges', breakdownAmount: amount, breakdowns: [] }];
    const [item] = refundOf('701-1', 'T-1').items;
    const nested = {
      ...item,
      breakdowns: [{ breakdownType: 'Sales', breakdownAmount: amount, breakdowns: below }],
    };
    assert.deepEqual(toRefund(store, refundOf('701-1', 'T-1', { items: [nested] })), refund);
    const shipping = {
      ...item,
      breakdowns: [{ breakdownType: 'Shipping', breakdownAmount: amount, breakdowns: [] }],
    };
    assert.deepEqual(toRefund(store, refundOf('701-1', 'T-1', { items: [shipping] })), {
      ...refund,
      items: [{ skuMarketplace: 'LUM 01/branca', amount: 0 }],
    });
  });

  it('that were withheld are the same ones when they are released', () => {
    const released = refundOf('701-1', 'T-2', {
      relatedIdentifiers: [
        { relatedIdentifierName: 'ORDER_ID', relatedIdentifierValue: '701-1' },
        { relatedIdentifierName: 'DEFERRED_TRANSACTION_ID', relatedIdentifierValue: 'T-1' },
      ],
    });
    const read = toRefund(store, released);
    assert.ok(read !== null && read !== 'other');
    assert.equal(read.refundId, 'T-1');
  });

  it('are found among other transactions and stores; those that are not understood are counted', async () => {
    const { fetcher, calls } = stub({
      'GET /finances/2024-06-19/transactions': {
        body: {
          payload: {
            transactions: [
              refundOf('1', 'T-1'),
              refundOf('2', 'T-2', { transactionType: 'Shipment' }),
              refundOf('3', 'T-3', { marketplaceDetails: { marketplaceId: 'ATVPDKIKX0DER' } }),
              refundOf('4', 'T-4', { relatedIdentifiers: [] }),
              refundOf('5', 'T-5', { items: [] }),
            ],
            nextToken: 'more',
          },
        },
      },
    });
    const page = await getRefunds(fetcher, store, session, query);
    assert.ok(page.ok);
    const { refunds, unreadable, next } = page.value;
    assert.deepEqual([refunds.map(({ orderId }) => orderId), unreadable, next], [['1'], 2, 'more']);
    assert.deepEqual(calls[0]?.query, {
      postedAfter: '2026-03-01T00:00:00.000Z',
      postedBefore: '2026-03-02T00:00:00.001Z',
    });
  });
});
