import type { RuleGlance, SheetRow } from '@primazia/backend/pricing/contract';

/** What a glance at a rule shows beside its limits, in the order in which it is told. */
const WORDS = [
  'strategy',
  'status',
  'competition',
  'requiresApproval',
  'control',
  'safeMargin',
] as const satisfies readonly (keyof RuleGlance)[];
export type Word = (typeof WORDS)[number];

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

/** What a new rule says where the file says nothing: not worth a word of its own. */
const USUAL: Partial<RuleGlance> = {
  competition: 'BUYBOX',
  requiresApproval: false,
  control: 'REGAIN',
  safeMargin: 0,
};

const isWorthTelling = (change: Change<Word>): boolean =>
  change.before === undefined ? change.after !== USUAL[change.field] : isChanged(change);

/** The words of a rule that a row sets or changes; of a rule that stays as it is, none. */
export const wordChanges = (row: Pick<SheetRow, 'before' | 'after'>): Change<Word>[] =>
  row.after === null
    ? []
    : WORDS.flatMap((field) => changeOf(row, field) ?? []).filter(isWorthTelling);
