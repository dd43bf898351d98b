// The words of the columns and of the cells that are no numbers, in the three languages. Pure.
import type { Locale } from '../../../kernel/id.ts';
import { plainName } from '../../../kernel/plain-name.ts';
import {
  columnOf,
  columnText,
  LISTING_COLUMNS,
  type ListingColumn,
  RULE_COLUMNS,
  type RuleColumn,
  type SheetFaultCode,
  SheetField,
  type SpreadsheetColumn,
  withValues,
} from '../../contract.ts';
import { FAULT_TEXTS } from './texts.ts';

/** The columns in the order in which our own files have them. */
export const FIELDS = SheetField.options;

export const isRuleColumn = (field: SheetField): field is RuleColumn =>
  RULE_COLUMNS.some((one) => one === field);

const entryOf = (field: SheetField): SpreadsheetColumn =>
  isRuleColumn(field) ? columnOf(field) : LISTING_COLUMNS[field satisfies ListingColumn];

export const headingOf = (field: SheetField, locale: Locale): string => entryOf(field).name[locale];

/** What a column means. */
export const meaningOf = (field: SheetField, locale: Locale): string =>
  columnText(entryOf(field), locale);

const FIELD_OF = new Map<string, SheetField>(
  FIELDS.flatMap((field) => {
    const { name, others } = entryOf(field);
    return [...Object.values(name), ...others].map((one) => [plainName(one), field] as const);
  }),
);

/**
 * The field that a column stands for by its name; null: none of ours.
 * @param codeNames what marketplaces call the code of a listing
 */
export function fieldOf(name: string, codeNames: readonly string[]): SheetField | null {
  const plain = plainName(name);
  return FIELD_OF.get(plain) ?? (codeNames.includes(plain) ? 'skuMarketplace' : null);
}

const MEANT = new Map(
  RULE_COLUMNS.map((field) => [
    field,
    new Map(
      Object.entries(columnOf(field).values ?? {}).flatMap(([value, { others, ...words }]) =>
        [value, ...Object.values(words), ...others].map(
          (word) => [plainName(word), value] as const,
        ),
      ),
    ),
  ]),
);

/** The value that a cell means; null: none of the words of its column. */
export const meantBy = (field: RuleColumn, cell: string): string | null =>
  MEANT.get(field)?.get(plainName(cell)) ?? null;

/** How our own files say a value; empty where they have no word for it. */
export const wordFor = (field: RuleColumn, value: string, locale: Locale): string =>
  columnOf(field).values?.[value]?.[locale] ?? '';

/** Why a row is wrong; `{values}` are the words of the column that has this fault for a word that it does not know. */
export function faultText(code: SheetFaultCode, locale: Locale): string {
  const text = FAULT_TEXTS[locale][code];
  const column = RULE_COLUMNS.map(columnOf).find(({ unknown }) => unknown === code);
  return column === undefined ? text : withValues(text, column, locale);
}
