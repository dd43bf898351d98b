import { queryCampaigns } from '@primazia/backend/ads/contract';
import { useApi } from '@primazia/kit';
import type { Choices } from '@primazia/kit/list';
import { useMemo } from 'react';

const toChoice = ({
  id,
  name,
  accountName,
}: {
  id: number;
  name: string;
  accountName: string;
}) => ({
  value: String(id),
  label: name,
  note: accountName,
});

/** Campaigns to choose among, found by a part of their name. */
export function useCampaignChoices(): Choices {
  const api = useApi();
  return useMemo(
    () => ({
      search: async ({ search, page, limit }, signal) => {
        const query = { page, limit, ...(search !== '' && { search }) };
        const body = { orders: [{ field: 'name', direction: 'asc' as const }] };
        const found = await api.call(queryCampaigns, { query, body }, { signal });
        return { ...found, content: found.content.map(toChoice) };
      },
      named: async (ids, signal) => {
        const value = ids.join('|');
        const body = {
          filters: [
            { field: 'id', condition: 'IN' as const, value, logicalOperator: 'AND' as const },
          ],
        };
        const found = await api.call(
          queryCampaigns,
          { query: { limit: ids.length }, body },
          { signal },
        );
        return found.content.map(toChoice);
      },
    }),
    [api],
  );
}
