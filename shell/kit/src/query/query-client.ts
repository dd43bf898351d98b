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
        // Without a network a question fails and says so; the default would wait in silence.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

/**
 * Forgets all that was read, of an app that is taken away: what is still asked is given up, and no timer is left that
 * would keep it for minutes.
 */
export function closeQueryClient(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    query.setOptions({ ...query.options, gcTime: Number.POSITIVE_INFINITY });
    void query.cancel({ silent: true });
  }
  client.clear();
}
