import type { MarketplaceChoice } from '@primazia/backend/integrations/contract';
import { createContext, useContext } from 'react';

/** The marketplaces that the server knows. */
export interface Marketplaces {
  /** In the order in which they are shown; empty until the server has named them. */
  all: readonly MarketplaceChoice[];
  of(id: number): MarketplaceChoice | undefined;
}

export function marketplacesOf(all: readonly MarketplaceChoice[]): Marketplaces {
  const byId = new Map(all.map((one) => [one.id, one]));
  return { all, of: (id) => byId.get(id) };
}

export const MarketplacesContext = createContext(marketplacesOf([]));

/** The marketplaces by the names, marks and traits that the server sends, also of those added after this was built. */
export const useMarketplaces = (): Marketplaces => useContext(MarketplacesContext);
