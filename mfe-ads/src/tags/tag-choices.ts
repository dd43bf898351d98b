import { campaignTags } from '@primazia/backend/ads/contract';
import { useApi } from '@primazia/kit';
import type { Choice, Choices } from '@primazia/kit/list';
import { useMemo } from 'react';
import { useTagName } from './use-tag-name.ts';

/** The company's tags to choose among, found by a part of their name. */
export function useTagChoices(): Choices {
  const api = useApi();
  const nameOf = useTagName();
  return useMemo(
    () => ({
      search: async ({ search, page, limit }, signal) => {
        // A single request for all of them: a company has few.
        const { tags } = await api.call(campaignTags, {}, { signal });
        const words = search.toLocaleLowerCase();
        const found = tags
          .map(({ tag }): Choice => ({ value: tag, label: nameOf(tag) }))
          .filter(({ label }) => label.toLocaleLowerCase().includes(words));
        return {
          content: found.slice(page * limit, (page + 1) * limit),
          number: page,
          totalPages: Math.ceil(found.length / limit),
        };
      },
      nameOf,
    }),
    [api, nameOf],
  );
}
