import type { ComponentType, ReactNode } from 'react';

/** One column of a list. The first one stays in sight while the others scroll. */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The field that the server orders by; absent: the column cannot be ordered. */
  orderBy?: string;
  /** Right-aligned, with figures of one width. */
  numeric?: boolean;
  /** In px; a column without one takes what its content needs. */
  width?: number;
  /** Out of sight until the person asks for it in the column chooser. */
  hidden?: boolean;
}

export interface Tab {
  /** As it stands in the URL and in `counts`. The first tab is the default and stays out of the URL. */
  id: string;
  label: string;
}

interface FilterBase {
  field: string;
  label: string;
  /** Stands in the toolbar; the others wait behind 'additional filters'. */
  open?: boolean;
}

/** What a person may filter by. Each kind writes kernel `Filter` rows. */
export type FilterField =
  /** Writes `IN` with the chosen values. */
  | (FilterBase & { kind: 'select'; options: readonly { value: string; label: string }[] })
  /** Writes `LIKE`. */
  | (FilterBase & { kind: 'text' })
  /** Writes `>=`, `<=` or `BETWEEN`; decimal amounts. */
  | (FilterBase & { kind: 'number' })
  /** Writes `BETWEEN` with two days, YYYY-MM-DD. `required`: it can be changed, not cleared. */
  | (FilterBase & { kind: 'days'; required?: boolean });

export interface RowAction {
  id: string;
  label: string;
  icon: ComponentType<{ size?: 'S' }>;
  onPress: () => void;
  /** At work: shown, but it cannot be pressed again. */
  busy?: boolean;
}

/** What a page of rows looks like; every `pageOf` answer of the contract fits. */
export interface ListPageData<Row> {
  content: readonly Row[];
  totalElements: number;
  counts?: Readonly<Record<string, number>> | undefined;
}

/** What a list needs of a query; the result of `useQueryCall` fits. */
export interface ListResult<Row> {
  data: ListPageData<Row> | undefined;
  error: Error | null;
  isFetching: boolean;
  /** The data shown belongs to the question before this one. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** What stands where no row exists yet: what this page will show, and the one next step. */
export interface EmptyList {
  title: string;
  text?: string;
  action?: ReactNode;
}
