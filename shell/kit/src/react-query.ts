// The names of React Query that the suite uses: the builds share this in its place, since a package that is shared whole is not
// tree-shaken. A name that is missing here is an error of the type check; one that is added needs a higher version of the kit,
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
