// What travels between pricing and everybody else: the only file of it that a frontend or another domain imports.
export * from './contract/backtest.ts';
export * from './contract/bulk.ts';
export * from './contract/bulk-acts.ts';
export * from './contract/buybox.ts';
export * from './contract/buybox-overview.ts';
export * from './contract/first-run.ts';
export * from './contract/listings.ts';
export * from './contract/lists.ts';
export * from './contract/marks.ts';
export * from './contract/movers.ts';
export * from './contract/preview.ts';
export {
  BULK_FIELDS,
  type BulkField,
  type FieldKind,
  kindOf,
  optionsOf,
  RULE_COLUMNS,
  type RuleColumn,
  type RuleKey,
  ruleField,
  ruleShape,
} from './contract/rule-shapes.ts';
export { RULE_TABLE } from './contract/rule-table.ts';
export {
  columnOf,
  columnText,
  RULE_WORDS,
  type SpreadsheetColumn,
  withValues,
} from './contract/rule-words.ts';
export * from './contract/rules.ts';
export * from './contract/selection.ts';
export * from './contract/settings.ts';
export * from './contract/sheets.ts';
export * from './contract/switch.ts';
export * from './contract/undo.ts';
export * from './contract/updates.ts';
export * from './contract/words.ts';
export { STRATEGIES } from './strategies/registry.ts';
