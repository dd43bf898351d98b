import { knownOf } from '@primazia/backend/kernel/open-enum';
import { STRATEGIES } from '@primazia/backend/pricing/contract';
import type { Format } from '@primazia/kit';
import { EVERYWHERE, isAds, isShown, type RuleValues } from './fields.ts';

type Translate = (key: string, values: Record<string, string>) => string;

/** Stands where an amount is still missing. */
const OPEN = '…';

/** What a sentence has to know beyond the rule. */
export interface SentenceFacts {
  currencyCode: string;
  /** The amount that follows from a minimum by margin or return for the listing at hand; null: not known. */
  minimum: number | null;
}

/** The rule as a sentence: 'Beat the lowest price by R$ 0,10, never below R$ 84,90.' */
export function ruleSentence(
  t: Translate,
  format: Pick<Format, 'money' | 'exactPercent' | 'decimal' | 'marketplace'>,
  values: RuleValues,
  facts: SentenceFacts,
): string {
  const say = (amount: number | null, write: (amount: number) => string) =>
    amount === null || Number.isNaN(amount) ? OPEN : write(amount);
  const money = (amount: number | null) =>
    say(amount, (known) => format.money(known, facts.currencyCode));
  const percent = (amount: number | null) =>
    say(amount, (known) => format.exactPercent(known / 100));
  const number = (amount: number | null) => say(amount, (known) => format.decimal(known, 0));

  const aim = () => {
    const by =
      values.adjustmentType === 'VALUE'
        ? money(values.adjustmentAmount)
        : percent(values.adjustmentPercent);
    if (isAds(values)) {
      const limit =
        values.competition === 'ACOS' ? percent(values.acosLimit) : number(values.roasLimit);
      return t(`rule.sentence.ads.${values.competition}`, { by, limit });
    }
    const hasOwnWords = knownOf(STRATEGIES, values.strategy)?.words.en.outside !== undefined;
    const isOutside = hasOwnWords && values.competition === 'EXTERNAL';
    const base = t(`rule.sentence.base.${values.baseOn}`, {});
    return t(`rule.sentence.aim.${values.strategy}${isOutside ? '_outside' : ''}`, { base, by });
  };
  const where = () => {
    if (values.competition !== 'EXTERNAL') return '';
    return values.marketplace === EVERYWHERE
      ? t('rule.sentence.where.outside', {})
      : t('rule.sentence.where.marketplace', {
          marketplace: format.marketplace(Number(values.marketplace)),
        });
  };
  const minimum = () => {
    if (values.minimumBy === 'AMOUNT')
      return values.minPrice === null ? null : money(values.minPrice);
    const said = t(`rule.sentence.minimum.${values.minimumBy}`, {
      percent: percent(values.minimumPercent),
    });
    return facts.minimum === null ? said : `${said} (${money(facts.minimum)})`;
  };
  const least = minimum();
  const { maxPrice } = values;
  const bounds =
    least === null ? (maxPrice === null ? 'none' : 'max') : maxPrice === null ? 'min' : 'both';
  const limits = t(`rule.sentence.limits.${bounds}`, { min: least ?? '', max: money(maxPrice) });
  const first = `${aim()}${where()}${limits}`;
  const sentences = [first.endsWith(OPEN) ? first : `${first}.`];
  if (values.hasWarGuard && isShown('hasWarGuard', values))
    sentences.push(t('rule.sentence.war', { hours: number(values.warRestHours) }));
  if (values.requiresApproval) sentences.push(t('rule.sentence.approval', {}));
  else if (least === null) sentences.push(t('rule.sentence.approval_for_lack', {}));
  return sentences.join(' ');
}
