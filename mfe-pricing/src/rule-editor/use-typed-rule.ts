import type { PricedListing, Rule } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type RuleFault, ruleFaults, ruleFaultText } from '../rule/faults.ts';
import { isAds, RULE_FIELDS, type RuleValues } from '../rule/fields.ts';
import { newRule, toRuleBody } from '../rule/values.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import { useRuleAnswers } from './rule-answers.ts';

/** An advertising rule follows no competitor by a cent: a new one moves by one per cent, until the person changes it. */
function useAdsStep(form: UseFormReturn<RuleValues>, values: RuleValues, isNew: boolean): void {
  const isOfAds = isAds(values);
  const choose = useEffectEvent(() => {
    const { adjustmentType, adjustmentAmount } = values;
    const isUnsaid = adjustmentAmount === newRule('').adjustmentAmount;
    if (isNew && isUnsaid && adjustmentType === 'VALUE') {
      form.setValue('adjustmentType', 'PERCENTAGE');
    }
  });
  useEffect(() => {
    if (isOfAds) choose();
  }, [isOfAds]);
}

interface TypedRuleOptions {
  listing: PricedListing | null;
  listingIds: readonly number[];
  stored?: Rule;
}

/** The rule that the form holds: as it is typed, and once the person has stopped typing what the engine says to it. */
export function useTypedRule(form: UseFormReturn<RuleValues>, options: TypedRuleOptions) {
  const { listing, listingIds, stored } = options;
  const values = useWatch({ control: form.control }) as RuleValues;
  useAdsStep(form, values, stored === undefined);
  const settled = useDebounced(values);
  const faults = useMemo(() => ruleFaults(settled), [settled]);
  const rule = useMemo(() => toRuleBody(settled, stored), [settled, stored]);
  const listingId = listing?.id ?? null;
  const question = { rule, faults, listingId, listingIds, ruleId: stored?.id ?? null };
  return { values, settled, question, answers: useRuleAnswers(question) };
}

/** Sets or clears a fault between two fields when either of them was left or changed. */
export function useFaultsOfTouched(
  { formState, setError, clearErrors }: UseFormReturn<RuleValues>,
  faults: readonly RuleFault[],
): void {
  const { t } = useTranslation();
  const { touchedFields } = formState;
  const touched = RULE_FIELDS.filter((field) => touchedFields[field]).join(' ');
  useEffect(() => {
    for (const field of RULE_FIELDS.filter((one) => touched.split(' ').includes(one))) {
      const fault = faults.find((one) => one.field === field);
      if (fault === undefined) clearErrors(field);
      else setError(field, { type: fault.code, message: ruleFaultText(t, fault) });
    }
  }, [touched, faults, t, setError, clearErrors]);
}
