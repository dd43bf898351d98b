import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/error.ts';

const RETRIES = 2;
const STALE_MS = 15_000;

/** Temporary failures: no answer, or a server error. Refusals are final. */
const mayPass = (error: Error) =>
  error instanceof ApiError &&
  (error.kind === 'offline' || (error.kind === 'problem' && error.status >= 500));

/** The cache of one app. A write is never retried by it. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) => failures < RETRIES && mayPass(error),
        // Offline a query fails and is reported; by default it would wait silently.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Clears the cache of an app that is removed: pending queries are cancelled, and no timer keeps their data for minutes. */
export function closeQueryClient(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    query.setOptions({ ...query.options, gcTime: Number.POSITIVE_INFINITY });
    void query.cancel({ silent: true });
  }
  client.clear();
}
