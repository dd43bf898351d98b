import type { ListBody } from '@primazia/backend/kernel/filter';
import type { ComponentType, ReactNode } from 'react';
import type { Term } from '../help/help.tsx';
import type { useTranslation } from '../i18n/i18n.ts';

/** One column of a list. The first one stays in sight while the others scroll. */
export interface Column<Row> {
  id: string;
  header: string;
  /** The entry of the glossary that explains it, behind a help mark at the header. */
  help?: Term;
  cell: (row: Row) => ReactNode;
  /** The field that the server orders by; absent: the column cannot be ordered. */
  orderBy?: string;
  /** Right-aligned, with figures of one width. */
  numeric?: boolean;
  /** In px; absent: as wide as the content. */
  width?: number;
  /** Hidden until the person shows it in the column chooser. */
  hidden?: boolean;
  /** Its columns in an export; absent: the field of its own id. */
  exports?: readonly ExportedField[];
  /** The name of `exports` in modules of earlier releases. */
  sheet?: readonly ExportedField[];
}

/** A field of a list as a column of its export. */
export interface ExportedField {
  field: string;
  /** Its header; absent: the header of the column. */
  label?: string;
  /** The words for values such as `LOSING`. */
  words?: Readonly<Record<string, string>>;
}

export interface Tab {
  /** Its name in the URL and in `counts`. The first tab is the default and stays out of the URL. */
  id: string;
  label: string;
}

/** One of several that a person may choose. */
export interface Choice {
  value: string;
  label: string;
  /** Distinguishes it from others with the same label. */
  note?: string;
}

/** Finds the choices that match a text; pages count from 0. */
export type SearchChoices = (
  question: { search: string; page: number; limit: number },
  signal: AbortSignal,
) => Promise<{ content: readonly Choice[]; number: number; totalPages: number }>;

interface FilterBase {
  field: string;
  label: string;
  /** Is in the toolbar until the person chooses otherwise; every field is available behind 'additional filters'. */
  open?: boolean;
}

export interface SelectField extends FilterBase {
  kind: 'select';
  options: readonly Choice[];
}

export interface TextField extends FilterBase {
  kind: 'text';
}

/** Decimal amounts. */
export interface NumberField extends FilterBase {
  kind: 'numeric' | 'monetary';
  /** The server takes no others. */
  whole?: boolean;
}

/** Days, YYYY-MM-DD; from a link also instants. */
export interface DateField extends FilterBase {
  kind: 'date';
  /** In the toolbar it can be changed, not cleared. */
  required?: boolean;
}

/** The choices of a filter. */
export interface Choices {
  search: SearchChoices;
  /** Fetches the names of the values in a link; without it the values themselves are shown. */
  named?: (values: readonly string[], signal: AbortSignal) => Promise<readonly Choice[]>;
  /** The name of a value, where it is known already. */
  nameOf?: (value: string) => string | undefined;
}

/** A filter by one or several values that are found by searching. */
export interface SearchField extends FilterBase, Choices {
  kind: 'search' | 'multi_search';
}

/** What a person may filter by. Each kind is one of the backend's field types, and writes kernel `Filter` rows. */
export type FilterField = SelectField | TextField | NumberField | DateField | SearchField;

/** A button at the end of a row. */
export interface RowAction {
  id: string;
  label: string;
  icon: ComponentType<{ size?: 'S' }>;
  onPress: () => void;
  /** Pending: shown, but it cannot be pressed again. */
  busy?: boolean;
  /** Always in the menu, for actions whose icons are alike. */
  inMenu?: boolean;
}

/** A page of rows; every `pageOf` answer of the contract fits. */
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
  /** The data shown belongs to the previous question. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** All rows that matched a question; the server keeps them for a limited time. */
export interface Frozen {
  id: number;
  count: number;
  /** The server keeps them until then. */
  expiresAt: string;
}

/** Lets a person choose all matching rows, beyond the page. */
export interface AllThatMatch {
  chosen: Frozen | null;
  onChoose: (chosen: Frozen | null) => void;
  /** Requests the server to keep the rows that match now. */
  freeze: (question: Pick<ListBody, 'filters' | 'timeZone'>) => Promise<Frozen>;
}

/** Rows that a person has ticked, on this page and on others. */
export interface Selection<Row> {
  rows: readonly Row[];
  onChange: (rows: readonly Row[]) => void;
  /** The actions on them. */
  actions: ReactNode;
  /** A notice about them. */
  notice?: ReactNode;
  all?: AllThatMatch;
}

/** Shown where no row exists yet: what this page will show, and the one next step. */
export interface EmptyList {
  title: string;
  text?: string;
  action?: ReactNode;
}

/** The `t` of the kit as a prop: `useTranslation` in each row is too slow. */
export type Texts = ReturnType<typeof useTranslation<'kit'>>['t'];
