import { type LinkReader, webLinkOf } from '../../../kernel/link.ts';
import type { ParsedLink } from '../../contract/links.ts';

/** A marketplace, and how it reads links to its pages. */
export interface LinkSource {
  id: number;
  readLink: LinkReader;
}

/** What a link names, by the marketplace whose page it leads to; no page is opened. */
export function parseLink(sources: readonly LinkSource[], link: string): ParsedLink {
  const none = { countryCode: null, id: null, itemId: null, sellerId: null, canonical: null };
  const taken = webLinkOf(link);
  if (taken === null) return { link, kind: 'invalid', marketplaceId: null, ...none };
  for (const { id: marketplaceId, readLink } of sources) {
    const read = readLink(taken);
    if (read === null) continue;
    if (taken.isOdd) return { link, kind: 'invalid', marketplaceId: null, ...none };
    return { link, marketplaceId, ...none, ...read };
  }
  return { link, kind: 'foreign', marketplaceId: null, ...none };
}
