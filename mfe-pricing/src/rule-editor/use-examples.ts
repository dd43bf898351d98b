import type { PricedListing } from '@primazia/backend/pricing/contract';
import type { SearchChoices } from '@primazia/kit/list';
import { useCallback, useState } from 'react';
import type { Examples } from './rule-head.tsx';

/** Of several listings one by which their rule is shown, and the way to take another. */
export function useExamples(listings: readonly [PricedListing, ...PricedListing[]]): {
  example: PricedListing;
  examples: Examples;
} {
  const [exampleId, setExampleId] = useState(listings[0].id);
  const search = useCallback<SearchChoices>(
    ({ search: text, page, limit }) => {
      const found = listings.filter(({ title }) =>
        title.toLowerCase().includes(text.toLowerCase()),
      );
      const content = found
        .slice(page * limit, (page + 1) * limit)
        .map(({ id, title }) => ({ value: String(id), label: title }));
      return Promise.resolve({
        content,
        number: page,
        totalPages: Math.ceil(found.length / limit),
      });
    },
    [listings],
  );
  const name = `examples ${listings.map(({ id }) => id).join(' ')}`;
  return {
    example: listings.find(({ id }) => id === exampleId) ?? listings[0],
    examples: { search, name, onChange: setExampleId },
  };
}
