import type { Fault } from '@primazia/backend/kernel/problem';
import { RuleInput } from '@primazia/backend/pricing/contract';
import { faultText } from '@primazia/kit';
import type { Resolver } from 'react-hook-form';
import {
  adjustmentField,
  FORM_FIELDS,
  isSet,
  RULE_FIELDS,
  type RuleField,
  type RuleValues,
} from './fields.ts';
import { toRuleInput } from './values.ts';

export interface RuleFault {
  field: RuleField;
  code: string;
}

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

/** The required fields that are empty. */
const missing = (values: RuleValues): RuleField[] =>
  RULE_FIELDS.filter(
    (field) => FORM_FIELDS[field].isNeeded && values[field] === null && isSet(field, values),
  );

// The form does not check the listings: any id is valid here.
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

/** The fault code is the schema's message if it has one; else zod's own code. */
const codeOf = ({ code, message, format }: Issue) => {
  if (format === 'safeint') return 'not_whole';
  return UNREADABLE[code] ?? (/^[a-z0-9_]+$/.test(message) ? message : code);
};

/** What the server would refuse in a rule, found before the call, by the shared contract. */
export function ruleFaults(values: RuleValues): RuleFault[] {
  const aliases = fieldAliases(values);
  const faults: RuleFault[] = missing(values).map((field) => ({ field, code: 'required' }));
  const parsed = RuleInput.safeParse(toRuleInput(values, SOME_ADS));
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.join('.');
    const field = aliases[path] ?? RULE_FIELDS.find((one) => one === path);
    if (field === undefined || faults.some((known) => known.field === field)) continue;
    const code = codeOf(issue as Issue);
    // Crossing limits are a fault of both; it is shown once.
    if (field === 'minPrice' && code === 'max_not_above_min') continue;
    faults.push({ field, code });
  }
  return faults;
}

type Translate = Parameters<typeof faultText>[0];

/** What is wrong with a field of the rule, and the cure. */
export const ruleFaultText = (t: Translate, { field, code }: RuleFault) => {
  const fault: Fault = { path: field, code, message: code };
  const general = t(`rule.fault.${field}.${code}`, { defaultValue: faultText(t, fault) });
  return t(`field.${field}.faults.${code}`, { defaultValue: general });
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
