import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/error.ts';

const RETRIES = 2;
const STALE_MS = 15_000;

/** What may pass by itself: no answer, or a server that stumbled. A refusal stays a refusal. */
const mayPass = (error: Error) =>
  error instanceof ApiError &&
  (error.kind === 'offline' || (error.kind === 'problem' && error.status >= 500));

/**
 * The cache of one app. Nothing that changes something is ever repeated by itself.
 * @param mayRenew whether what has been read before gets old and is asked anew; false while nobody sees it
 */
export const createQueryClient = (mayRenew: () => boolean = () => true): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: () => (mayRenew() ? STALE_MS : Number.POSITIVE_INFINITY),
        refetchOnMount: mayRenew,
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
