import type { Download } from '@primazia/backend/kernel/endpoint';
import type { ExportBody } from '@primazia/backend/kernel/export';
import type { Filter } from '@primazia/backend/kernel/filter';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Answer, AnyEndpoint, CallInput } from '../api/api.ts';
import { useSession } from '../context/kit-context.ts';
import { useApi, useQueryCall } from '../query/hooks.ts';
import type { ListDeclaration } from './declare-list.ts';
import { type ListOptions, type ListState, toListCall } from './state.ts';
import type { FilterField, Tab } from './types.ts';
import { useListState } from './use-list-state.ts';
import { JOIN } from './where.ts';

/** The parts of a page's call beside its list's own state. */
export interface AlsoAsked {
  query?: object;
  /** In place of the list's own. */
  filters?: Filter[];
}

interface ListCallOptions<Row> {
  columns: ListDeclaration<Row>['columns'];
  /** Referentially stable: a constant, or memoized; so are `tabs` and `defaults`. */
  filters?: readonly FilterField[];
  tabs?: readonly Tab[];
  defaults?: ListOptions['defaults'];
  /** The endpoint of the export. */
  download?: AnyEndpoint;
  /** Applies to the rows and to their export; gets the filters in their wire format. */
  ask?: (filters: Filter[], state: ListState) => AlsoAsked;
  /** False: no call is made yet. */
  enabled?: boolean;
}

const NO_FILTERS: readonly FilterField[] = [];
const NAMES_MS = 60_000;

/** The filters, with the names of values that came in a link. */
function useNamedFilters(
  filters: readonly FilterField[],
  { filters: applied, where }: ListState,
): readonly FilterField[] {
  const { companyId, locale } = useSession();
  const lookUps = filters.flatMap((one) => {
    if (!('search' in one) || one.named === undefined) return [];
    const ofField = [...applied, ...where].filter(({ field }) => field === one.field);
    const values = [...new Set(ofField.flatMap(({ value }) => value.split(JOIN)))].sort();
    return values.length === 0 ? [] : [{ field: one.field, values, named: one.named }];
  });
  const { data } = useQuery({
    queryKey: [
      'list-names',
      lookUps.map(({ field, values }) => [field, values]),
      companyId,
      locale,
    ],
    queryFn: async ({ signal }) => {
      const found = lookUps.map(async ({ field, values, named }) => {
        const choices = await named(values, signal);
        return [field, new Map(choices.map(({ value, label }) => [value, label]))] as const;
      });
      return new Map(await Promise.all(found));
    },
    enabled: lookUps.length > 0,
    staleTime: NAMES_MS,
  });
  return useMemo(
    () =>
      filters.map((one) => {
        const names = data?.get(one.field);
        return names === undefined || !('search' in one)
          ? one
          : { ...one, nameOf: (value: string) => names.get(value) };
      }),
    [filters, data],
  );
}

/**
 * A list of the API on a page: its state in the URL, its question, its answer and its export. `shown` is for `ListPage`.
 * The endpoint takes `page` and `limit`, and as far as the list has them `tab`, `search` and a `ListBody`.
 */
export function useListCall<
  E extends AnyEndpoint,
  Row extends Answer<E> extends { content: readonly (infer One)[] } ? One : never,
>(endpoint: E, options: ListCallOptions<Row>) {
  const { columns, filters: fields = NO_FILTERS, tabs, defaults, download, ask } = options;
  const api = useApi();
  const listOptions = useMemo(
    (): ListOptions => ({
      orderable: columns.flatMap(({ orderBy }) => orderBy ?? []),
      filters: fields,
      ...(tabs && { tabs }),
      ...(defaults && { defaults }),
    }),
    [columns, fields, tabs, defaults],
  );
  const list = useListState(listOptions);
  const { state } = list;
  const filters = useNamedFilters(fields, state);
  const { query: page, body } = toListCall(state);
  const narrowed = {
    ...(state.tab !== null && { tab: state.tab }),
    ...(state.search !== '' && { search: state.search }),
  };
  const also = ask?.(body.filters, state);
  const question = {
    query: { ...page, ...narrowed, ...also?.query },
    body: { ...body, filters: also?.filters ?? body.filters },
  };
  // An endpoint without a body has no filters, and the state of its list none either.
  const input = endpoint.body === undefined ? { query: question.query } : question;
  const result = useQueryCall(endpoint, input as CallInput<E>, {
    enabled: options.enabled ?? true,
  });
  const onExport =
    download &&
    ((given: ExportBody, signal: AbortSignal) =>
      // The endpoint of an export answers with a file.
      api.call(
        download,
        {
          query: { ...narrowed, ...also?.query },
          body: { ...given, filters: question.body.filters },
        },
        { signal },
      ) as Promise<Download>);
  return {
    /** The filters beside those of the list. */
    narrowed,
    rows: (result.data as { content: readonly Row[] } | undefined)?.content ?? NO_ROWS,
    shown: { list, result, columns, filters, ...(tabs && { tabs }), ...(onExport && { onExport }) },
  };
}
const NO_ROWS: readonly never[] = [];
