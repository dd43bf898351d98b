import { type Minor, toMinor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, Fee, FeeTarget, Fetcher } from '../../marketplace.ts';
import { failureOfBatches, inBatches } from './batches.ts';
import { FEES_BATCH } from './limits.ts';
import * as requests from './requests.ts';
import type { Store } from './stores.ts';
import { decode, FeesEstimates, type FeesResult } from './wire.ts';

/**
 * The one fee that is a share of the price; closing, fulfilment and per-item fees do not change with it.
 * @see https://developer-docs.amazon.com/sp-api/docs/product-fees-api
 */
const REFERRAL = 'ReferralFee';

/** Why a listing has no fee. */
function refusalOf({ Status, Error: error }: FeesResult): CallFailure {
  const kind = Status === 'ServiceError' ? 'unavailable' : 'invalid';
  return failure(kind, error?.Code ?? Status ?? 'unknown', error?.Message ?? 'The fee is missing');
}

/** An amount as a percentage of a price; two decimal places. */
const percentOf = (amount: Minor, price: Minor) => Math.round((amount / price) * 10_000) / 100;

/**
 * One answer about fees. Where Amazon does not list the parts of a total, it is unknown which part changes with the
 * price: it counts as fixed, so that a minimum below the present price comes out too high rather than too low.
 * @param price at which the fees were asked for
 */
export function readFeesEntry(
  entry: FeesResult,
  price: { minor: Minor; currencyCode: string },
): Result<Fee, CallFailure> {
  if (entry.Status !== 'Success') return fail(refusalOf(entry));
  const reported = entry.FeesEstimate;
  const sums = reported?.FeeDetailList.map(({ FinalFee }) => FinalFee?.Amount ?? null) ?? [];
  const isWhole = sums.length > 0 && sums.every((sum) => sum !== null);
  const total =
    reported?.TotalFeesEstimate?.Amount ??
    (isWhole ? sums.reduce((sum: number, one) => sum + (one ?? 0), 0) : null);
  if (total === null || total < 0 || price.minor <= 0) return fail(unreadable('the fees'));
  const currency = reported?.TotalFeesEstimate?.CurrencyCode ?? price.currencyCode;
  if (currency !== price.currencyCode)
    return fail(failure('invalid', 'other_currency', `The fees are in ${currency}`));
  const referral = reported?.FeeDetailList.find(({ FeeType }) => FeeType === REFERRAL);
  const share = Math.min(Math.max(0, referral?.FinalFee?.Amount ?? 0), total);
  const feePercent = percentOf(toMinor(share), price.minor);
  if (feePercent > 100) return fail(unreadable('the fees'));
  return ok({ feePercent, feeFixed: toMinor(total) - toMinor(share) });
}

/** The entry about what was asked at `index`: entries repeat the identifier that was sent, and are in the order asked. */
function entryOf(entries: readonly FeesResult[], index: number, sku: string): FeesResult | null {
  const nameOf = (entry: FeesResult) => entry.FeesEstimateIdentifier?.SellerInputIdentifier ?? null;
  const named = entries.find((entry) => nameOf(entry) === sku);
  if (named !== undefined) return named;
  const inPlace = entries[index];
  return inPlace !== undefined && nameOf(inPlace) === null ? inPlace : null;
}

/** What Amazon keeps of a sale of each listing at its price, by SKU. */
export async function getFees(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  targets: readonly FeeTarget[],
): Promise<Result<Map<string, Result<Fee, CallFailure>>, CallFailure>> {
  const batches = await inBatches(targets, { size: FEES_BATCH, atOnce: 1 }, async (some) =>
    decode(
      await fetcher(requests.getMyFeesEstimates(session, store.id, some)),
      FeesEstimates,
      'the fees',
    ),
  );
  const together = failureOfBatches(batches);
  if (!together.ok) return together;
  const fees = new Map<string, Result<Fee, CallFailure>>();
  for (const { items, answer } of batches) {
    items.forEach(({ skuMarketplace, price, currencyCode }, index) => {
      if (!answer.ok) {
        fees.set(skuMarketplace, answer);
        return;
      }
      const entry = entryOf(answer.value, index, skuMarketplace);
      const fee = entry && readFeesEntry(entry, { minor: price, currencyCode });
      fees.set(skuMarketplace, fee ?? fail(unreadable(`the fees of ${skuMarketplace}`)));
    });
  }
  return ok(fees);
}
