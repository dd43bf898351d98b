import { previewSelection } from '@primazia/backend/pricing/contract';
import { ApiError, useApi, useFormat, useTranslation } from '@primazia/kit';
import { AlertDialog, DialogContainer } from '@primazia/kit/ui';
import { useState } from 'react';
import type { RuleValues } from '../rule/fields.ts';
import { isLowMinimum } from '../rule/values.ts';
import { MAX_LISTINGS, type RuleQuestion } from './rule-answers.ts';

interface LowMinimum {
  values: RuleValues;
  /** For the listing at hand; null: the minimum is another one for each listing. */
  amount: number | null;
  /** The number of listings whose minimum is a small part of their price. */
  count: number;
}

interface LowMinimumOptions {
  question: RuleQuestion;
  /** The body of the rule that is about to be saved. */
  toBody: (values: RuleValues) => RuleQuestion['rule'];
  /** The minimum in force for the listing at hand, and its price. */
  minimum: number | null;
  price: number | null;
  currencyCode: string;
  onSave: (values: RuleValues) => void;
}

/** Saves a rule, after a confirmation where its minimum is so low that it may be a typing error. */
export function useLowMinimumCheck(options: LowMinimumOptions) {
  const { question, toBody, minimum, price, currencyCode, onSave } = options;
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const [toConfirm, setToConfirm] = useState<LowMinimum | null>(null);
  const [isChecking, setChecking] = useState(false);

  const atHand = (values: RuleValues): LowMinimum => {
    const amount = values.minimumBy === 'AMOUNT' ? values.minPrice : minimum;
    return { values, amount, count: price !== null && isLowMinimum(amount, price) ? 1 : 0 };
  };
  const ofAll = async (values: RuleValues): Promise<LowMinimum> => {
    const { ruleId, listingIds } = question;
    const body = { rule: toBody(values), ruleId, listingIds: listingIds.slice(0, MAX_LISTINGS) };
    const { warnings } = await api.call(previewSelection, { body });
    const count = warnings.find(({ code }) => code === 'minimum_far_below')?.count ?? 0;
    return { values, amount: values.minimumBy === 'AMOUNT' ? values.minPrice : null, count };
  };
  const findLow = async (values: RuleValues): Promise<LowMinimum> => {
    const { length } = question.listingIds;
    if (length === 0 || (length === 1 && values.minimumBy === 'AMOUNT')) return atHand(values);
    try {
      return await ofAll(values);
    } catch (error) {
      // If the check fails for all listings, only the current one is checked: saving reports faults anyway.
      if (error instanceof ApiError) return atHand(values);
      throw error;
    }
  };
  const save = async (values: RuleValues) => {
    setChecking(true);
    const low = await findLow(values);
    setChecking(false);
    if (low.count > 0) setToConfirm(low);
    else onSave(values);
  };

  const money = (amount: number | null) => format.money(amount, currencyCode);
  const isOne = question.listingIds.length === 1;
  const dialog = (
    <DialogContainer onDismiss={() => setToConfirm(null)}>
      {toConfirm !== null && (
        <AlertDialog
          variant="confirmation"
          title={t('rule.low_minimum')}
          primaryActionLabel={
            toConfirm.amount === null
              ? t('rule.low_minimum_confirm_all')
              : t('rule.low_minimum_confirm', { price: money(toConfirm.amount) })
          }
          cancelLabel={t('action.back')}
          onPrimaryAction={() => onSave(toConfirm.values)}
        >
          {isOne
            ? t('rule.low_minimum_text', {
                minimum: money(toConfirm.amount ?? minimum),
                price: money(price),
              })
            : t('rule.low_minimum_text_all', { count: toConfirm.count })}
        </AlertDialog>
      )}
    </DialogContainer>
  );
  return { save, isChecking, dialog };
}
