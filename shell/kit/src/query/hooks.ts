import {
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { type Answer, type AnyEndpoint, type Api, type CallInput, newKey } from '../api/api.ts';
import { type ApiError, isUnanswered } from '../api/error.ts';
import { useKit } from '../context/kit-context.ts';
import type { Session } from '../session/session.ts';

/** The client of the API, for calls without a hook. */
export const useApi = (): Api => useKit().api;

export interface QueryOptions {
  /** False: no call is made yet. */
  enabled?: boolean;
  /** For how long an answer counts as fresh, in ms. */
  staleTime?: number;
  /** False: the old answer is dropped while a new one is loading. */
  keepPrevious?: boolean;
}

/** The key of a query; its beginning (path, then input) is what `invalidates` and `useLiveRefresh` match. */
export const queryKey = (
  endpoint: AnyEndpoint,
  input: unknown,
  session: Pick<Session, 'companyId' | 'locale'>,
) => [endpoint.path, input, session.companyId, session.locale] as const;

/** Calls an endpoint and caches the answer, separately for each company and language. */
export function useQueryCall<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: QueryOptions = {},
): UseQueryResult<Answer<E>, ApiError> {
  const { api, session } = useKit();
  const who = useSnapshot(session);
  const result: UseQueryResult<unknown, ApiError> = useQuery<unknown, ApiError>({
    queryKey: queryKey(endpoint, input, who),
    queryFn: ({ signal }) => api.call(endpoint, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    // The previous rows stay until the next ones are loaded, but never those of another company.
    placeholderData: (previous: unknown, query: { queryKey: QueryKey } | undefined) =>
      options.keepPrevious !== false && query?.queryKey[2] === who.companyId ? previous : undefined,
  });
  // The cache holds what `call` returned for this endpoint.
  return result as UseQueryResult<Answer<E>, ApiError>;
}

export interface MutateOptions<E extends AnyEndpoint> {
  onSuccess?: (answer: Answer<E>, input: CallInput<E>) => void;
  onError?: (error: ApiError, input: CallInput<E>) => void;
  /** Queries of these endpoints are fetched again after success. */
  invalidates?: readonly AnyEndpoint[];
}

/**
 * Calls one endpoint that changes something. Without an answer it is retried automatically; if the user then repeats the same
 * call, it has the same key, and is done once whatever the outcome of the first. A call during an equal running one, such as by
 * a double click, is the same call.
 */
export function useMutateCall<E extends AnyEndpoint>(
  endpoint: E,
  options: MutateOptions<E> = {},
): UseMutationResult<Answer<E>, ApiError, CallInput<E>> {
  const { api } = useKit();
  const client = useQueryClient();
  const unanswered = useRef<{ said: string; key: string } | null>(null);
  const underWay = useRef(new Set<string>());
  const send = async (input: CallInput<E>) => {
    const said = JSON.stringify(input);
    const before = unanswered.current;
    const idempotencyKey = before?.said === said ? before.key : newKey();
    unanswered.current = null;
    try {
      return await api.call(endpoint, input, { idempotencyKey });
    } catch (error) {
      if (isUnanswered(error)) unanswered.current = { said, key: idempotencyKey };
      throw error;
    }
  };
  const mutation = useMutation<Answer<E>, ApiError, CallInput<E>>({
    mutationFn: send,
    onSuccess: async (answer, input) => {
      const stale = options.invalidates ?? [];
      options.onSuccess?.(answer, input);
      await Promise.all(stale.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    },
    ...(options.onError === undefined ? {} : { onError: options.onError }),
    onSettled: (_answer, _error, input) => {
      underWay.current.delete(JSON.stringify(input));
    },
  });
  const { mutate: ask } = mutation;
  // Referentially stable, so that memoized values are kept.
  const mutate = useCallback<typeof ask>(
    (...args) => {
      const said = JSON.stringify(args[0]);
      if (underWay.current.has(said)) return;
      underWay.current.add(said);
      ask(...args);
    },
    [ask],
  );
  return { ...mutation, mutate };
}
