import { safeLink } from '../../../kernel/link.ts';
import type { Sku } from './wire.ts';

/** The page on which buyers find a SKU, in a channel; where none names its channel, the first. */
export function linkOf(
  { url_marketplace: pages }: Pick<Sku, 'url_marketplace'>,
  channelId: string,
) {
  const own = pages.find(({ channel }) => channel === channelId);
  return safeLink((own ?? pages.find(({ channel }) => channel === null))?.url ?? null);
}

/**
 * Magalu's own id of what a page sells, which is that of the variation and no SKU: `/p/<id>/`. Offers of several sellers
 * share the page.
 */
export const pageIdOf = (link: string | null): string | null =>
  link === null
    ? null
    : (/\/p\/([a-z\d]{4,32})(?:\/|$)/i.exec(new URL(link).pathname)?.[1] ?? null);
