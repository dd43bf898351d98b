import type { Format } from '@primazia/kit';
import type { RuleValues } from './values.ts';

type Translate = (key: string, values: Record<string, string>) => string;

/** Stands where an amount is still missing. */
const OPEN = '…';

/** The rule as a sentence: 'Beat the lowest price by R$ 0,10, never below R$ 84,90.' */
export function ruleSentence(
  t: Translate,
  format: Pick<Format, 'money' | 'percent'>,
  values: RuleValues,
  currencyCode: string,
): string {
  const say = (amount: number | null, write: (amount: number) => string) =>
    amount === null || Number.isNaN(amount) ? OPEN : write(amount);
  const money = (amount: number | null) =>
    say(amount, (known) => format.money(known, currencyCode));
  const by =
    values.adjustmentType === 'VALUE'
      ? money(values.adjustmentAmount)
      : say(values.adjustmentPercent, (percent) => format.percent(percent / 100));
  const base = t(`rule.sentence.base.${values.baseOn}`, {});
  const aim = t(`rule.sentence.aim.${values.strategy}`, { base, by });
  const { minPrice, maxPrice } = values;
  const bounds =
    minPrice === null ? (maxPrice === null ? 'none' : 'max') : maxPrice === null ? 'min' : 'both';
  const limits = t(`rule.sentence.limits.${bounds}`, {
    min: money(minPrice),
    max: money(maxPrice),
  });
  const sentences = [`${aim}${limits}.`];
  if (values.requiresApproval) sentences.push(t('rule.sentence.approval', {}));
  else if (minPrice === null) sentences.push(t('rule.sentence.approval_for_lack', {}));
  return sentences.join(' ');
}
