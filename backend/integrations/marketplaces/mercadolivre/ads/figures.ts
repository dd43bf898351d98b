import { type Minor, toMinor } from '../../../../kernel/money.ts';
import { ok, type Result } from '../../../../kernel/result.ts';
import type {
  AccountSession,
  AdFigures,
  CallFailure,
  DayRange,
  Fetcher,
} from '../../../marketplace.ts';
import { AdSearch, bearer, decode, FoundAd, inPath } from '../wire.ts';
import { getAdvertisers } from './advertisers.ts';

const PAGE = 50;
/** A search with more pages repeats itself. */
const MAX_PAGES = 4_000;

const amountOf = (amount: number | null): Minor =>
  amount !== null && Number.isFinite(amount) && amount > 0 ? toMinor(amount) : 0;

/** The figures of one page; an ad without both cost and sales is left out. */
function figuresOf(results: readonly unknown[]): Map<string, AdFigures> {
  const figures = new Map<string, AdFigures>();
  for (const entry of results) {
    const ad = FoundAd.safeParse(entry);
    if (!ad.success || ad.data.metrics === null) continue;
    const { cost, total_amount } = ad.data.metrics;
    if (cost === null && total_amount === null) continue;
    const before = figures.get(ad.data.item_id) ?? { spend: 0, sales: 0 };
    figures.set(ad.data.item_id, {
      spend: before.spend + amountOf(cost),
      sales: before.sales + amountOf(total_amount),
    });
  }
  return figures;
}

/** Whether a page is the last. Where the answer reports no total, a page that is not full is the last. */
const isLast = (found: number, page: number, total: number | null): boolean =>
  found === 0 || (total === null ? found < PAGE : (page + 1) * PAGE >= total);

/**
 * What the Product Ads of the seller's items cost and sold, directly and indirectly, page by page.
 * @see https://developers.mercadolivre.com.br/pt_br/product-ads
 */
export async function* getAdFigures(
  fetcher: Fetcher,
  session: AccountSession,
  { from, to }: DayRange,
): AsyncGenerator<Result<Map<string, AdFigures>, CallFailure>> {
  const advertisers = await getAdvertisers(fetcher, session);
  if (!advertisers.ok) return yield advertisers;
  for (const { advertiser_id, site_id } of advertisers.value) {
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = decode(
        await fetcher({
          method: 'GET',
          operation: 'searchAds',
          path: `/advertising/${inPath(site_id)}/advertisers/${inPath(advertiser_id)}/product_ads/ads/search`,
          query: {
            limit: String(PAGE),
            offset: String(page * PAGE),
            date_from: from,
            date_to: to,
            metrics: 'cost,total_amount',
          },
          headers: { ...bearer(session.accessToken), 'api-version': '2' },
          pace: session.sellerId,
          signal: session.signal,
        }),
        AdSearch,
        'the ads',
      );
      if (!answer.ok) return yield answer;
      const { results, paging } = answer.value;
      yield ok(figuresOf(results));
      if (isLast(results.length, page, paging?.total ?? null)) break;
    }
  }
}
