import { type PricedListing, queryListings } from '@primazia/backend/pricing/contract';
import { type ApiError, useApi } from '@primazia/kit';
import type { SearchChoices } from '@primazia/kit/list';
import { useCallback, useState } from 'react';
import { usePricedListing } from '../listing/use-priced-listing.ts';
import type { Examples } from './rule-head.tsx';
import { withinIds } from './within-ids.ts';

export interface Example {
  /** Null while it is on its way, or where there is none. */
  listing: PricedListing | null;
  error: ApiError | null;
  retry: () => unknown;
  examples: Examples;
}

/** The listing by which a rule is shown: one of its own, the first until the person chooses another. */
export function useExample(ids: readonly number[]): Example {
  const api = useApi();
  const [chosen, setChosen] = useState<number | null>(null);
  const id = chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
  const { listing, error, retry } = usePricedListing(id);
  const [last, setLast] = useState<PricedListing | null>(null);
  if (listing != null && listing !== last) setLast(listing);
  const search = useCallback<SearchChoices>(
    async ({ search: text, page, limit }, signal) => {
      const query = { page, limit, tab: 'all' as const, ...(text === '' ? {} : { search: text }) };
      const body = { filters: withinIds([], ids), orders: [] };
      const found = await api.call(queryListings, { query, body }, { signal });
      const content = found.content.map((one) => ({ value: String(one.id), label: one.title }));
      return { ...found, content };
    },
    [api, ids],
  );
  // While another listing is on its way the one before stays in sight.
  const shown = listing === undefined ? last : listing;
  return {
    listing: id === null ? null : shown,
    error,
    retry,
    examples: { search, name: `examples ${ids.join(' ')}`, onChange: setChosen },
  };
}
