// What a price update keeps of the decision behind it.
import * as z from 'zod';
import { toAmount } from '../../kernel/money.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';
import { Competitor, ExplanationLine } from '../contract.ts';
import type { Line } from './types.ts';

/** What `price_update.competitor` holds of the offer that a price was set against, in minor units. */
export const StoredCompetitor = Competitor.extend({
  price: z.int().min(0),
  shippingPrice: z.int().min(0),
});
export type StoredCompetitor = z.infer<typeof StoredCompetitor>;

/** What `price_update.explanation` holds: lines without their words, which depend on who reads. */
export const StoredExplanation: z.ZodType<Line[]> = z.array(ExplanationLine.omit({ text: true }));

export const toStoredCompetitor = (competitor: StoredCompetitor | null): StoredCompetitor | null =>
  competitor === null ? null : StoredCompetitor.parse(competitor);

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
      };
