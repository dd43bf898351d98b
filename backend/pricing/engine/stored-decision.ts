// What a price update keeps of the decision behind it.
import * as z from 'zod';
import type { Offer } from '../../kernel/market.ts';
import { toAmount } from '../../kernel/money.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';
import { storedShipping } from '../../kernel/shipping.ts';
import { Competitor, ExplanationLine } from '../contract.ts';
import type { Line } from './types.ts';

/** What `price_update.competitor` holds of the offer that a price was set against, in minor units. */
export const StoredCompetitor = Competitor.extend({
  price: z.int().min(0),
  shippingPrice: z.int().min(0),
});
/** Rows of earlier versions do not say whether shipping is reported: it counted as such. */
export type StoredCompetitor = z.input<typeof StoredCompetitor>;

/** What a price was set against. */
type Against = Pick<Offer, 'sellerId' | 'sellerName' | 'marketplaceId' | 'price' | 'shippingPrice'>;

/** What `price_update.explanation` holds: lines without their words, which depend on who reads. */
export const StoredExplanation: z.ZodType<Line[]> = z.array(ExplanationLine.omit({ text: true }));

export const toStoredCompetitor = (competitor: Against | null): StoredCompetitor | null =>
  competitor === null
    ? null
    : StoredCompetitor.parse({ ...competitor, ...storedShipping(competitor.shippingPrice) });

export const toCompetitorAnswer = (
  competitor: StoredCompetitor | null,
): z.infer<typeof Competitor> | null =>
  competitor === null
    ? null
    : {
        sellerId: competitor.sellerId,
        sellerName: sellerNameOf(competitor) ?? '',
        marketplaceId: competitor.marketplaceId,
        price: toAmount(competitor.price),
        shippingPrice: toAmount(competitor.shippingPrice),
        shippingReported: competitor.shippingReported ?? true,
      };
