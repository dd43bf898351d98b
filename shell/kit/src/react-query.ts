// What of React Query the suite uses, by name: the builds share this in its place, since of what is shared whole they leave out
// nothing. A name that is missing here is an error of the type check; one that is added needs a higher version of the kit,
// since an older shell does not have it.
export type { QueryKey, UseMutationResult, UseQueryResult } from '#react-query';
export {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '#react-query';
