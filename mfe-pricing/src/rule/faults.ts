import type { Fault } from '@primazia/backend/kernel/problem';
import { RuleInput } from '@primazia/backend/pricing/contract';
import { faultText } from '@primazia/kit';
import type { Resolver } from 'react-hook-form';
import { adjustmentField, newRule, type RuleValues, toRuleInput } from './values.ts';

export type RuleField = keyof RuleValues;

export interface RuleFault {
  field: RuleField;
  code: string;
}

export const RULE_FIELDS = Object.keys(newRule('')) as RuleField[];

/** Fields that the rule's body calls otherwise. */
export const fieldAliases = (values: RuleValues): Readonly<Record<string, RuleField>> => ({
  'adjustment.amount': adjustmentField(values) ?? 'adjustmentAmount',
  buyboxExceptions: 'exceptions',
  outsideBuyboxExceptions: 'exceptions',
  status: 'isActive',
});

// The ads are not the form's to judge: any one will do.
const SOME_ADS = [1];

/** By what a field of the form holds where its text is no value: NaN, or '' for half a date. */
const UNREADABLE: Readonly<Record<string, string>> = {
  invalid_type: 'not_a_number',
  invalid_union: 'half_typed',
};

const codeOf = ({ code, message }: { code: string; message: string }) =>
  UNREADABLE[code] ?? message;

/** What the server would refuse in a rule, found before it is asked: by the contract that both share. */
export function ruleFaults(values: RuleValues): RuleFault[] {
  const aliases = fieldAliases(values);
  const needed = adjustmentField(values);
  const faults: RuleFault[] = [];
  if (needed !== null && values[needed] === null) faults.push({ field: needed, code: 'required' });
  for (const issue of RuleInput.safeParse(toRuleInput(values, SOME_ADS)).error?.issues ?? []) {
    const path = issue.path.join('.');
    const field = aliases[path] ?? RULE_FIELDS.find((one) => one === path);
    if (field !== undefined) faults.push({ field, code: codeOf(issue) });
  }
  return faults;
}

/** What a field that may be wrong is called. */
export const FIELD_LABELS: Readonly<Partial<Record<RuleField, string>>> = {
  name: 'rule.name',
  adjustmentAmount: 'rule.adjustment.amount',
  adjustmentPercent: 'rule.adjustment.percent',
  safeMargin: 'rule.safe_margin',
  minPrice: 'rule.min_price',
  maxPrice: 'rule.max_price',
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
