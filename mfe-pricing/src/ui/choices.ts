// What filters and dialogs let people choose among: the company's rules and listings, found by a text.
import type { Filter } from '@primazia/backend/kernel/filter';
import {
  type PricedListing,
  queryListings,
  queryRules,
  type RuleRow,
} from '@primazia/backend/pricing/contract';
import { useApi } from '@primazia/kit';
import type { Choice, Choices } from '@primazia/kit/list';
import { useMemo } from 'react';

const MOST_NAMES = 50;
const FIRST = { page: 0, limit: MOST_NAMES };

const byIds = (ids: readonly string[]) => ({
  filters: [
    { field: 'id', condition: 'IN', value: ids.join('|'), logicalOperator: 'AND' } satisfies Filter,
  ],
  orders: [],
});

const toRule = ({ id, name }: RuleRow): Choice => ({ value: String(id), label: name });

/** The rules of the company, found by a part of their name. */
export function useRuleChoices(): Choices {
  const api = useApi();
  return useMemo(
    () => ({
      search: async ({ search: name, page, limit }, signal) => {
        const filters: Filter[] =
          name === ''
            ? []
            : [{ field: 'name', condition: 'LIKE', value: name, logicalOperator: 'AND' }];
        const body = { filters, orders: [{ field: 'name', direction: 'asc' as const }] };
        const found = await api.call(queryRules, { query: { page, limit }, body }, { signal });
        return { ...found, content: found.content.map(toRule) };
      },
      named: async (ids, signal) => {
        const found = await api.call(queryRules, { query: FIRST, body: byIds(ids) }, { signal });
        return found.content.map(toRule);
      },
    }),
    [api],
  );
}

const toListing = ({ id, title, skuMarketplace }: PricedListing): Choice => ({
  value: String(id),
  label: `${title} · ${skuMarketplace}`,
});

/** The listings of the company, found by title, SKU or code. */
export function useListingChoices(): Choices {
  const api = useApi();
  return useMemo(
    () => ({
      search: async ({ search: text, page, limit }, signal) => {
        const query = { page, limit, ...(text === '' ? {} : { search: text }) };
        const body = { filters: [], orders: [{ field: 'title', direction: 'asc' as const }] };
        const found = await api.call(queryListings, { query, body }, { signal });
        return { ...found, content: found.content.map(toListing) };
      },
      named: async (ids, signal) => {
        const found = await api.call(queryListings, { query: FIRST, body: byIds(ids) }, { signal });
        return found.content.map(toListing);
      },
    }),
    [api],
  );
}
