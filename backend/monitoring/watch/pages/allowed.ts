// Which pages an installation reads: none, unless it allows their host by name (`PAGE_LOOK_HOSTS`).
import type { ProductPages } from '../../../kernel/product-page.ts';
import type { AppContext } from '../../../platform/app-context.ts';

/** The pages of a marketplace that this installation reads; null: it reads none of them. */
export function pagesReadOf(
  { config, marketplaces }: Pick<AppContext, 'config' | 'marketplaces'>,
  marketplaceId: number,
): ProductPages | null {
  const pages = marketplaces.factsOf(marketplaceId)?.productPages;
  return pages !== undefined && config.pageLook.hosts.includes(pages.host) ? pages : null;
}
