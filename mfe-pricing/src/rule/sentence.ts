import type { Format } from '@primazia/kit';
import type { RuleValues } from './values.ts';

type Translate = (key: string, values: Record<string, string>) => string;

/** The rule as a sentence: 'Beat the lowest price by R$ 0,10, never below R$ 84,90.' */
export function ruleSentence(
  t: Translate,
  format: Pick<Format, 'money' | 'percent'>,
  values: RuleValues,
  currencyCode: string,
): string {
  const by =
    values.adjustmentType === 'VALUE'
      ? format.money(values.adjustmentAmount ?? 0, currencyCode)
      : format.percent((values.adjustmentPercent ?? 0) / 100);
  const base = t(`rule.sentence.base.${values.baseOn}`, {});
  const aim = t(`rule.sentence.aim.${values.strategy}`, { base, by });
  const min = values.minPrice === null ? '' : format.money(values.minPrice, currencyCode);
  const max = values.maxPrice === null ? '' : format.money(values.maxPrice, currencyCode);
  const bounds = min && max ? 'both' : min ? 'min' : max ? 'max' : 'none';
  const limits = t(`rule.sentence.limits.${bounds}`, { min, max });
  const approval = values.requiresApproval ? t('rule.sentence.approval', {}) : '';
  return `${aim}${limits}.${approval && ` ${approval}`}`;
}
