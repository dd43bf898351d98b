import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id } from '../../kernel/id.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { PositiveAmount } from '../../kernel/money.ts';

/** A person's decision about a competitor's price that looks wrong. */
export const SuspectDecision = z.object({
  marketplaceId: MarketplaceId,
  sellerId: z.string().min(1).max(100),
  /** The price that the person saw; a decision about another price is rejected. */
  price: PositiveAmount,
  decision: z.enum(['confirmed', 'refused']),
});
export type SuspectDecision = z.infer<typeof SuspectDecision>;

export const suspectPrice = endpoint({
  method: 'put',
  path: '/v1/buybox/{listingId}/suspect-price',
  access: 'company',
  needs: 'write',
  tag: 'monitoring',
  summary: 'Confirms or refuses a price of a competitor that looks wrong',
  params: z.object({ listingId: Id }),
  body: SuspectDecision,
  answer: z.object({ decision: SuspectDecision.shape.decision }),
});
