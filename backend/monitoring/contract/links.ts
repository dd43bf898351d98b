// What pasted links name.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { LinkKind } from '../../kernel/link.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';

/** The most links that can be pasted at once. */
export const MAX_LINKS = 200;

export const ParsedLink = z.object({
  /** As it was pasted. */
  link: z.string(),
  kind: LinkKind,
  /** Null: no marketplace's page. */
  marketplaceId: MarketplaceId.nullable(),
  /** ISO 3166-1 alpha-2; null where `id` is. */
  countryCode: z.string().nullable(),
  /** The marketplace's id of the listing or product; null: the link names none. */
  id: z.string().nullable(),
  /** The listing that the link asks a product's page to show. */
  itemId: z.string().nullable(),
  /** The seller whose offer the link asks for. */
  sellerId: z.string().nullable(),
  /** The same page by its ids alone. */
  canonical: z.string().nullable(),
});
export type ParsedLink = z.infer<typeof ParsedLink>;

export const parseLinks = endpoint({
  method: 'post',
  path: '/v1/competitors/links/parse',
  access: 'user',
  needs: 'read',
  tag: 'competitors',
  summary: 'Tells what links name, without opening them',
  body: z.object({ links: z.array(z.string().max(4_000)).min(1).max(MAX_LINKS) }),
  answer: z.object({ results: z.array(ParsedLink) }),
});
