import { notifications } from '@primazia/backend/notifications/contract';
import { type ApiError, useApi, useSession } from '@primazia/kit';
import { queryKey } from '@primazia/kit/shell';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type HistoryFilter, queryOf } from './history-filter.ts';

const STEP = 15;

/** The bell from its newest entry backwards, page by page, each behind the last entry of the one before. */
export function useHistory(filter: HistoryFilter) {
  const api = useApi();
  const session = useSession();
  const query = useInfiniteQuery({
    queryKey: queryKey(notifications, { history: filter }, session),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        notifications,
        {
          query: {
            limit: STEP,
            ...queryOf(filter),
            ...(pageParam === null ? {} : { before: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ content, totalElements }) =>
      totalElements > content.length ? (content.at(-1)?.id ?? null) : null,
  });
  return {
    /** Undefined until the first page is loaded. */
    entries: query.data?.pages.flatMap(({ content }) => content),
    /** Only `api.call` throws here. */
    error: query.error as ApiError | null,
    hasOlder: query.hasNextPage,
    isFetchingOlder: query.isFetchingNextPage,
    older: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
