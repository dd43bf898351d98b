// The request of a list's export as a spreadsheet, declared once for all lists.
import * as z from 'zod';
import { ListBody } from './filter.ts';

/** More columns than any list has. */
const MAX_COLUMNS = 60;
/** Labels of a column's values. */
const MAX_WORDS = 40;
const MAX_LABEL = 100;

/** More rows than these are refused: no spreadsheet opens them. */
export const MAX_EXPORT_ROWS = 1_000_000;

const Label = z.string().trim().min(1, { error: 'required' }).max(MAX_LABEL, { error: 'too_long' });

export const ExportColumn = z.object({
  field: z.string().min(1).max(64),
  /** What is at its head. */
  label: Label,
  /** The page's labels for values such as `LOSING`; a value without one is written unchanged. */
  words: z
    .record(z.string().max(64), Label)
    .refine((words) => Object.keys(words).length <= MAX_WORDS, { error: 'too_large' })
    .default({}),
});
export type ExportColumn = z.infer<typeof ExportColumn>;

/** The body of an export: the filters and orders of the list, and the columns as they are on the page. */
export const ExportBody = ListBody.extend({
  columns: z.array(ExportColumn).min(1, { error: 'required' }).max(MAX_COLUMNS),
});
export type ExportBody = z.infer<typeof ExportBody>;
