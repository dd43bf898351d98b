import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { fail, ok } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type { FeeTarget, Fetcher, OutgoingCall } from '../../marketplace.ts';
import { getFees, readFeesEntry } from './fees.ts';
import { storeOf } from './stores.ts';
import { FeesEstimates } from './wire.ts';

const STORE = storeOf('A2Q3Y263D00KWC');
const SESSION = { sellerId: 'A3FIXTURESELLER', accessToken: 'Atza|fixture' };

const money = (Amount: number, CurrencyCode = 'BRL') => ({ Amount, CurrencyCode });
const part = (FeeType: string, amount: number) => ({
  FeeType,
  FeeAmount: money(amount),
  FinalFee: money(amount),
});
const reported = (sku: string, total: number | null, parts: unknown[], more: object = {}) => ({
  Status: 'Success',
  FeesEstimateIdentifier: { SellerInputIdentifier: sku },
  FeesEstimate: {
    ...(total !== null && { TotalFeesEstimate: money(total) }),
    FeeDetailList: parts,
  },
  ...more,
});
const refused = (sku: string, Status: string, Code: string) => ({
  Status,
  FeesEstimateIdentifier: { SellerInputIdentifier: sku },
  Error: { Type: 'Sender', Code, Message: 'No', Detail: [] },
});
const read = (entry: unknown, minor = 10_000) =>
  readFeesEntry(FeesEstimates.parse([entry])[0]!, { minor, currencyCode: 'BRL' });

const target = (skuMarketplace: string, more: Partial<FeeTarget> = {}): FeeTarget => ({
  skuMarketplace,
  catalogProductId: 'B01',
  listingTypeId: null,
  fulfillment: false,
  price: 10_000,
  currencyCode: 'BRL',
  ...more,
});

/** A client that answers each call with what the test makes of it. */
function wireOf(answer: (body: { IdValue: string }[], call: number) => unknown) {
  const calls: OutgoingCall[] = [];
  const fetcher: Fetcher = (call) => {
    calls.push(call);
    const given = answer(call.json as { IdValue: string }[], calls.length);
    if (given instanceof Error) return Promise.resolve(fail(failure('unavailable', '503', 'away')));
    return Promise.resolve(ok({ status: 200, body: given, failure: null }));
  };
  return { calls, fetcher };
}
const fine = (sku: string) => reported(sku, 12, [part('ReferralFee', 12)]);

describe('a fee that Amazon reports', () => {
  it('is the referral as a share of the price, and the rest as an amount', () => {
    const parts = [part('ReferralFee', 13.5), part('VariableClosingFee', 2), part('FBAFees', 7.4)];
    assert.deepEqual(
      read(reported('A', 22.9, parts), 9_000),
      ok({ feePercent: 15, feeFixed: 940 }),
    );
  });

  it('keeps what the parts do not contain, such as a tax on fees, as an amount', () => {
    assert.deepEqual(
      read(reported('A', 13.25, [part('ReferralFee', 12)])),
      ok({ feePercent: 12, feeFixed: 125 }),
    );
  });

  it('is summed up where there is no total, but never of half its parts', () => {
    const parts = [part('ReferralFee', 12), part('FBAFees', 8)];
    assert.deepEqual(read(reported('A', null, parts)), ok({ feePercent: 12, feeFixed: 800 }));
    const half = reported('A', null, [part('ReferralFee', 12), { FeeType: 'FBAFees' }]);
    const given = read(half);
    assert.ok(!given.ok && given.error.code === 'unreadable');
  });

  it('counts as an amount where it has no parts', () => {
    assert.deepEqual(read(reported('A', 3, [])), ok({ feePercent: 0, feeFixed: 300 }));
  });

  it('is refused in another currency, for a price of zero, or above the price', () => {
    const abroad = reported('A', 0, [], {
      FeesEstimate: { TotalFeesEstimate: money(3, 'USD'), FeeDetailList: [] },
    });
    const codeOf = (given: ReturnType<typeof read>) => (given.ok ? null : given.error.code);
    assert.equal(codeOf(read(abroad)), 'other_currency');
    assert.equal(codeOf(read(fine('A'), 0)), 'unreadable');
    assert.equal(codeOf(read(reported('A', 300, [part('ReferralFee', 300)]))), 'unreadable');
  });

  it('is refused for good or for now, by Amazon’s own code', () => {
    const kinds = [
      refused('A', 'ClientError', 'InvalidParameterValue'),
      refused('A', 'ServiceError', 'InternalError'),
      { Status: 'Whatever' },
    ].map((entry) => {
      const given = read(entry);
      return given.ok ? null : [given.error.kind, given.error.code];
    });
    assert.deepEqual(kinds, [
      ['invalid', 'InvalidParameterValue'],
      ['unavailable', 'InternalError'],
      ['invalid', 'Whatever'],
    ]);
  });

  it('equals Amazon’s fee to the cent at the requested price', () => {
    const cents = fc.integer({ min: 0, max: 5_000 });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), cents, cents, (price, share, rest) => {
        fc.pre(share <= price);
        const parts = [part('ReferralFee', share / 100), part('FBAFees', rest / 100)];
        const fee = read(reported('A', (share + rest) / 100, parts), price);
        assert.ok(fee.ok);
        assert.equal(fee.value.feeFixed, rest);
        // Two decimal places of a percent.
        const off = Math.abs((price * fee.value.feePercent) / 100 - share);
        assert.ok(off <= price * 0.000_05 + 1e-6, `${off} of ${price}`);
      }),
    );
  });
});

describe('requesting fees from Amazon', () => {
  it('names the store, the price and who sends, twenty listings a call', async () => {
    const wire = wireOf((body) => body.map(({ IdValue }) => fine(IdValue)));
    const skus = Array.from({ length: 45 }, (_, n) => `LUM ${n}/ç`);
    const targets = skus.map((sku) => target(sku, { price: 12_990, fulfillment: true }));
    const fees = await getFees(wire.fetcher, STORE, SESSION, targets);
    assert.ok(fees.ok);
    assert.deepEqual([...fees.value.keys()], skus);
    assert.deepEqual(
      wire.calls.map(({ operation, json }) => [operation, (json as unknown[]).length]),
      [20, 20, 5].map((size) => ['getMyFeesEstimates', size]),
    );
    assert.deepEqual((wire.calls[0]!.json as unknown[])[0], {
      FeesEstimateRequest: {
        MarketplaceId: STORE.id,
        IsAmazonFulfilled: true,
        PriceToEstimateFees: { ListingPrice: { CurrencyCode: 'BRL', Amount: 129.9 } },
        Identifier: 'LUM 0/ç',
      },
      IdType: 'SellerSKU',
      IdValue: 'LUM 0/ç',
    });
  });

  it('gives each listing its own answer, whatever the order', async () => {
    const wire = wireOf(() => [
      refused('C', 'ClientError', 'InvalidParameterValue'),
      reported('B', 20, [part('ReferralFee', 20)]),
      fine('A'),
    ]);
    const fees = await getFees(
      wire.fetcher,
      STORE,
      SESSION,
      ['A', 'B', 'C', 'D'].map((sku) => target(sku)),
    );
    assert.ok(fees.ok);
    const shown = [...fees.value].map(([sku, fee]) => [
      sku,
      fee.ok ? fee.value.feePercent : fee.error.code,
    ]);
    assert.deepEqual(shown, [
      ['A', 12],
      ['B', 20],
      ['C', 'InvalidParameterValue'],
      ['D', 'unreadable'],
    ]);
  });

  it('keeps the others next to an invalid entry', async () => {
    const bare = { ...fine('B'), FeesEstimateIdentifier: null };
    const wire = wireOf(() => [null, bare]);
    const fees = await getFees(wire.fetcher, STORE, SESSION, [target('A'), target('B')]);
    assert.ok(fees.ok);
    const shown = [...fees.value.values()].map((fee) =>
      fee.ok ? fee.value.feePercent : fee.error.kind,
    );
    assert.deepEqual(shown, ['invalid', 12]);
  });

  it('fails as a whole where every call does, and by listing where one does', async () => {
    const targets = Array.from({ length: 25 }, (_, n) => target(`S${n}`));
    const none = await getFees(wireOf(() => new Error()).fetcher, STORE, SESSION, targets);
    assert.ok(!none.ok && none.error.kind === 'unavailable');
    const second = wireOf((body, call) =>
      call === 2 ? new Error() : body.map(({ IdValue }) => fine(IdValue)),
    );
    const some = await getFees(second.fetcher, STORE, SESSION, targets);
    assert.ok(some.ok);
    assert.deepEqual([some.value.get('S19')?.ok, some.value.get('S20')?.ok], [true, false]);
  });
});
