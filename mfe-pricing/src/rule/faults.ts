import type { Fault } from '@primazia/backend/kernel/problem';
import { RuleInput } from '@primazia/backend/pricing/contract';
import { faultText } from '@primazia/kit';
import type { Resolver } from 'react-hook-form';
import { adjustmentField, isShown, type RuleValues } from './fields.ts';
import { newRule, toRuleInput } from './values.ts';

export type RuleField = keyof RuleValues;

export interface RuleFault {
  field: RuleField;
  code: string;
}

export const RULE_FIELDS = Object.keys(newRule('')) as RuleField[];

/** Fields that the rule's body calls otherwise. */
export const fieldAliases = (values: RuleValues): Readonly<Record<string, RuleField>> => ({
  'adjustment.amount': adjustmentField(values) ?? 'adjustmentAmount',
  marketplaceId: 'marketplace',
  buyboxExceptions: 'exceptions',
  outsideBuyboxExceptions: 'exceptions',
  status: 'isActive',
  'warGuard.rounds': 'warRounds',
  'warGuard.hours': 'warHours',
  'warGuard.dropPercent': 'warDropPercent',
  'warGuard.restHours': 'warRestHours',
});

/** Fields that a rule of its kind cannot do without. */
const NEEDED: readonly RuleField[] = [
  'adjustmentAmount',
  'adjustmentPercent',
  'acosLimit',
  'roasLimit',
  'minimumPercent',
  'warRounds',
  'warHours',
  'warDropPercent',
  'warRestHours',
];

const isWarField = (field: RuleField) => field.startsWith('war');

/** What is needed and still blank. */
const missing = (values: RuleValues): RuleField[] =>
  NEEDED.filter(
    (field) =>
      values[field] === null &&
      isShown(field, values) &&
      (values.hasWarGuard || !isWarField(field)),
  );

// The ads are not the form's to judge: any one will do.
const SOME_ADS = [1];

/** By what a field of the form holds where its text is no value: NaN, or '' for half a date. */
const UNREADABLE: Readonly<Record<string, string>> = {
  invalid_type: 'not_a_number',
  invalid_union: 'half_typed',
};

interface Issue {
  code: string;
  message: string;
  format?: string;
}

/** A schema that has a code of ours says it as its message; else zod's own code stands for it. */
const codeOf = ({ code, message, format }: Issue) => {
  if (format === 'safeint') return 'not_whole';
  return UNREADABLE[code] ?? (/^[a-z0-9_]+$/.test(message) ? message : code);
};

/** What the server would refuse in a rule, found before it is asked: by the contract that both share. */
export function ruleFaults(values: RuleValues): RuleFault[] {
  const aliases = fieldAliases(values);
  const faults: RuleFault[] = missing(values).map((field) => ({ field, code: 'required' }));
  const parsed = RuleInput.safeParse(toRuleInput(values, SOME_ADS));
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.join('.');
    const field = aliases[path] ?? RULE_FIELDS.find((one) => one === path);
    if (field === undefined || faults.some((known) => known.field === field)) continue;
    const code = codeOf(issue as Issue);
    // Limits that cross are a fault of both; a person is told once.
    if (field === 'minPrice' && code === 'max_not_above_min') continue;
    faults.push({ field, code });
  }
  return faults;
}

/** What a field that may be wrong is called. */
export const FIELD_LABELS: Readonly<Partial<Record<RuleField, string>>> = {
  name: 'rule.name',
  adjustmentAmount: 'rule.adjustment.amount',
  adjustmentPercent: 'rule.adjustment.percent',
  acosLimit: 'rule.acos_limit',
  roasLimit: 'rule.roas_limit',
  safeMargin: 'rule.safe_margin',
  minPrice: 'rule.min_price',
  minimumPercent: 'rule.minimum.percent',
  maxPrice: 'rule.max_price',
  warRounds: 'rule.war.rounds',
  warHours: 'rule.war.hours',
  warDropPercent: 'rule.war.drop_percent',
  warRestHours: 'rule.war.rest_hours',
  startDate: 'rule.start_date',
  endDate: 'rule.end_date',
};

type Translate = Parameters<typeof faultText>[0];

/** What is wrong with a field of the rule, and the cure. */
export const ruleFaultText = (t: Translate, { field, code }: RuleFault) => {
  const fault: Fault = { path: field, code, message: code };
  return t(`rule.fault.${field}.${code}`, { defaultValue: faultText(t, fault) });
};

/** Has react-hook-form check the rule by the contract. */
export const ruleResolver =
  (t: Translate): Resolver<RuleValues> =>
  (values) => {
    const faults = ruleFaults(values);
    if (faults.length === 0) return { values, errors: {} };
    const errors = faults.map((fault) => [
      fault.field,
      { type: fault.code, message: ruleFaultText(t, fault) },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
