import { type Format, MISSING } from '@primazia/kit';
import {
  EVERYWHERE,
  FORM_FIELDS,
  isSet,
  labelOf,
  RULE_FIELDS,
  type RuleField,
  type RuleValues,
} from './fields.ts';

type Translate = (key: string, values: Record<string, unknown>) => string;

/** What differs between two versions of a rule, in the words of its form. */
export interface RuleChange {
  field: RuleField;
  label: string;
  before: string;
  after: string;
}

/** A field of the form as people read it. */
export function fieldText(
  t: Translate,
  format: Pick<Format, 'money' | 'exactPercent' | 'decimal' | 'dateTime' | 'marketplace'>,
  field: RuleField,
  values: RuleValues,
  currencyCode: string,
): string {
  const { kind, words } = FORM_FIELDS[field];
  const value = values[field];
  if (value === null || value === '') return MISSING;
  if (typeof value === 'boolean') return t(value ? 'rules.yes' : 'rules.no', {});
  if (Array.isArray(value)) return t('rules.sellers', { count: value.length });
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return MISSING;
    if (kind === 'money') return format.money(value, currencyCode);
    return kind === 'percent' ? format.exactPercent(value / 100) : format.decimal(value, 0);
  }
  if (kind === 'word') return t(`${words}.${value}`, {});
  if (kind === 'date') return format.dateTime(value);
  if (kind !== 'marketplace') return value;
  return value === EVERYWHERE ? t('rule.marketplace.all', {}) : format.marketplace(Number(value));
}

/** What was changed between two versions of a rule; fields that mean nothing in either are left out. */
export function ruleChanges(
  t: Translate,
  format: Pick<Format, 'money' | 'exactPercent' | 'decimal' | 'dateTime' | 'marketplace'>,
  { before, after, currencyCode }: { before: RuleValues; after: RuleValues; currencyCode: string },
): RuleChange[] {
  return RULE_FIELDS.flatMap((field): RuleChange[] => {
    if (!isSet(field, before) && !isSet(field, after)) return [];
    if (JSON.stringify(before[field]) === JSON.stringify(after[field])) return [];
    const say = (values: RuleValues) =>
      isSet(field, values) ? fieldText(t, format, field, values, currencyCode) : MISSING;
    return [
      { field, label: labelOf((key) => t(key, {}), field), before: say(before), after: say(after) },
    ];
  });
}
