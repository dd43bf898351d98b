import {
  RULE_COLUMNS,
  RULE_TABLE,
  type RuleColumn,
  type RuleGlance,
  type SheetRow,
} from '@primazia/backend/pricing/contract';

/** The limits, which have separate columns, and what is shown of every new rule. */
const LIMITS: readonly RuleColumn[] = ['minPrice', 'maxPrice'];
const ALWAYS: readonly RuleColumn[] = ['strategy', 'status'];

/** The summary of a rule in addition to its limits, in order. */
const WORDS = [...new Set<RuleColumn>([...ALWAYS, 'competition', ...RULE_COLUMNS])].filter(
  (field) => !LIMITS.includes(field),
);

export type Value = string | number | boolean | null;

/** One field of a rule, from what to what; `before` undefined: there was no rule. */
export interface Change<F extends keyof RuleGlance = keyof RuleGlance> {
  field: F;
  before: Value | undefined;
  after: Value;
}

/** What a row does to one field; null: it says nothing about it. */
export function changeOf<F extends keyof RuleGlance>(
  { before, after }: Pick<SheetRow, 'before' | 'after'>,
  field: F,
): Change<F> | null {
  const next = after === null ? before?.[field] : after[field];
  if (next === undefined) return null;
  return { field, before: before?.[field], after: next };
}

export const isChanged = ({ before, after }: Change): boolean => before !== after;

/** A default of a new rule that the file does not set is not shown. */
const isWorthTelling = (change: Change): boolean =>
  change.before === undefined
    ? ALWAYS.includes(change.field) || change.after !== RULE_TABLE[change.field].byDefault
    : isChanged(change);

/** The words of a rule that a row sets or changes; of a rule that stays as it is, none. */
export const wordChanges = (row: Pick<SheetRow, 'before' | 'after'>): Change[] =>
  row.after === null
    ? []
    : WORDS.flatMap((field) => changeOf(row, field) ?? []).filter(isWorthTelling);
