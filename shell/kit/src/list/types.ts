import type { ListBody } from '@primazia/backend/kernel/filter';
import type { ComponentType, ReactNode } from 'react';
import type { Term } from '../help/help.tsx';
import type { useTranslation } from '../i18n/i18n.ts';

/** One column of a list. The first one stays in sight while the others scroll. */
export interface Column<Row> {
  id: string;
  header: string;
  /** The word of the glossary that explains it, behind a help mark at the header. */
  help?: Term;
  cell: (row: Row) => ReactNode;
  /** The field that the server orders by; absent: the column cannot be ordered. */
  orderBy?: string;
  /** Right-aligned, with figures of one width. */
  numeric?: boolean;
  /** In px; a column without one takes what its content needs. */
  width?: number;
  /** Out of sight until the person asks for it in the column chooser. */
  hidden?: boolean;
  /** What it becomes in an export; absent: the field of its own id. */
  exports?: readonly ExportedField[];
  /** What modules of earlier releases call `exports`. */
  sheet?: readonly ExportedField[];
}

/** A field of a list as a column of its export. */
export interface ExportedField {
  field: string;
  /** What is at its head; absent: the header of the column. */
  label?: string;
  /** The words for values such as `LOSING`. */
  words?: Readonly<Record<string, string>>;
}

export interface Tab {
  /** As it is in the URL and in `counts`. The first tab is the default and stays out of the URL. */
  id: string;
  label: string;
}

/** One of several that a person may choose. */
export interface Choice {
  value: string;
  label: string;
  /** What tells it from others of the same label. */
  note?: string;
}

/** What a person may choose among, found by a text; pages count from 0. */
export type SearchChoices = (
  question: { search: string; page: number; limit: number },
  signal: AbortSignal,
) => Promise<{ content: readonly Choice[]; number: number; totalPages: number }>;

interface FilterBase {
  field: string;
  label: string;
  /** Is in the toolbar until the person chooses otherwise; every field can be had behind 'additional filters'. */
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

/** What a filter chooses among. */
export interface Choices {
  search: SearchChoices;
  /** Asks what the values of a link are called; without it they stand as they are. */
  named?: (values: readonly string[], signal: AbortSignal) => Promise<readonly Choice[]>;
  /** The same, where it is known already. */
  nameOf?: (value: string) => string | undefined;
}

/** One thing among many, or several: found by searching, kept by its `value`. */
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
  /** At work: shown, but it cannot be pressed again. */
  busy?: boolean;
  /** Always in the menu, as one of several whose icons are alike. */
  inMenu?: boolean;
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

/** All rows that matched a question, as the server keeps them for a while. */
export interface Frozen {
  id: number;
  count: number;
  /** Until when the server keeps them. */
  expiresAt: string;
}

/** Lets a person choose all that match, beyond the page. */
export interface AllThatMatch {
  chosen: Frozen | null;
  onChoose: (chosen: Frozen | null) => void;
  /** Asks the server to keep what matches now. */
  freeze: (question: Pick<ListBody, 'filters' | 'timeZone'>) => Promise<Frozen>;
}

/** Rows that a person has ticked, on this page and on others. */
export interface Selection<Row> {
  rows: readonly Row[];
  onChange: (rows: readonly Row[]) => void;
  /** What can be done with them. */
  actions: ReactNode;
  /** What one should know of them before. */
  notice?: ReactNode;
  all?: AllThatMatch;
}

/** What stands where no row exists yet: what this page will show, and the one next step. */
export interface EmptyList {
  title: string;
  text?: string;
  action?: ReactNode;
}

/** The texts of the kit; released, since each asking for them costs something in each row. */
export type Texts = ReturnType<typeof useTranslation<'kit'>>['t'];
