// Who else moves the price of a listing, and where the same product is cheaper: what a person should know before a rule
// begins to move it too.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount, CurrencyCode } from '../../kernel/money.ts';

/** The marketplace's own price automation, a promotion, or a change that the product did not make. */
export const MoverKind = z.enum(['automation', 'promotion', 'other_tool']);
export type MoverKind = z.infer<typeof MoverKind>;

export const Mover = z.object({
  kind: MoverKind,
  /** Since when it is known to move the price; null: not known. */
  since: Instant.nullable(),
  /**
   * `promotion`: `pending` or `started`. `other_tool`: `once` (a single change from outside) or `repeated`.
   * `automation`: the marketplace's own word for it, where it tells one.
   */
  detail: z.string().nullable(),
  /** `other_tool`: how often the price was changed outside the product in the latest days; null for the others. */
  changes: z.int().nullable(),
  /** `other_tool`: when it was last seen to move; null for the others. */
  lastAt: Instant.nullable(),
});
export type Mover = z.infer<typeof Mover>;

/** A listing of the same company on another marketplace that sells the same product for less. */
export const CheaperElsewhere = z.object({
  listingId: Id,
  marketplaceId: MarketplaceId,
  title: z.string(),
  link: z.string().nullable(),
  /** What a buyer pays there: the listing's price, with its shipping where that is reported. */
  price: Amount,
  currencyCode: CurrencyCode,
});
export type CheaperElsewhere = z.infer<typeof CheaperElsewhere>;

export const ListingMovers = z.object({
  listingId: Id,
  movers: z.array(Mover),
  /** When the marketplace last reported whether its own automation moves this listing; null: it never did, or cannot. */
  askedAt: Instant.nullable(),
  /** Cheaper at the listing's present price; null: nowhere, or the marketplace hides no listing for that. */
  cheaperElsewhere: CheaperElsewhere.nullable(),
});
export type ListingMovers = z.infer<typeof ListingMovers>;

/** How many listings of a call are read from their marketplace; the others have the last known state, with its age. */
export const MOVERS_REQUESTED = 20;

export const queryMovers = endpoint({
  method: 'post',
  path: '/v2/rules/movers/query',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary:
    'Gets who else changes the price of listings (the marketplace’s automation, promotions, other tools), and where the same product is cheaper',
  body: z.object({ listingIds: z.array(Id).min(1).max(200) }),
  answer: z.object({ items: z.array(ListingMovers) }),
});
