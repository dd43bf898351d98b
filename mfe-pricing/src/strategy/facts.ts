import type { MarketplaceId } from '@primazia/backend/kernel/marketplace-ids';
import type { Rule } from '@primazia/backend/pricing/contract';
import { type Format, MARKETPLACE_NAMES, type Term, type useTranslation } from '@primazia/kit';
import { isAds, isShown, type RuleValues } from '../rule/fields.ts';
import { toValues } from '../rule/values.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

/** One thing that a rule says. */
export interface Fact {
  /** The field of the form that says it, but for whose rule it is. */
  id: keyof RuleValues | 'origin';
  label: string;
  value: string;
  help?: Term;
}

interface FactSection {
  id: 'aim' | 'limits' | 'control';
  facts: Fact[];
}

/** What has to be known beyond the rule. */
interface FactsAbout {
  currencyCode: string;
  /** The amount that follows for the ad at hand from a minimum by margin or return; null: not known. */
  minimum: number | null;
  /** Names of sellers by their ids; those that are not seen now keep their ids. */
  sellers: ReadonlyMap<string, string>;
}

const STRATEGY_TERMS = {
  PRIMAZIA: 'strategy_primazia',
  WIN: 'strategy_win',
  MATCH: 'strategy_match',
  LOSE: 'strategy_lose',
} as const satisfies Record<RuleValues['strategy'], Term>;

const COMPETITION_TERMS = {
  BUYBOX: 'competition_buybox',
  EXTERNAL: 'competition_external',
  ACOS: 'acos',
  ROAS: 'roas',
} as const satisfies Record<RuleValues['competition'], Term>;

/** A rule, and what it takes to put it into words. */
interface Telling extends FactsAbout {
  t: Translate;
  format: Format;
  rule: Rule;
  values: RuleValues;
}

/** What a rule says, in words, without what means nothing under what it says. */
export function ruleFacts(
  t: Translate,
  format: Format,
  rule: Rule,
  about: FactsAbout,
): FactSection[] {
  const values = toValues(rule);
  const telling = { ...about, t, format, rule, values };
  const meansSomething = ({ id }: Fact) => id === 'origin' || isShown(id, values);
  return [
    { id: 'aim', facts: aimFacts(telling).filter(meansSomething) },
    { id: 'limits', facts: limitFacts(telling).filter(meansSomething) },
    { id: 'control', facts: controlFacts(telling).filter(meansSomething) },
  ];
}

const moneyText = ({ t, format, currencyCode }: Telling, amount: number | null): string =>
  amount === null ? t('strategy.none') : format.money(amount, currencyCode);

const percentText = ({ format }: Telling, amount: number | null): string =>
  format.exactPercent(amount === null ? null : amount / 100);

/** Against whom the rule goes, and how. */
function aimFacts(telling: Telling): Fact[] {
  const { t, rule, values, sellers } = telling;
  const { type, amount } = rule.adjustment;
  const nameOf = (sellerId: string) => sellers.get(sellerId) ?? sellerId;
  const exceptions = values.exceptions.map(nameOf).join(', ');
  return [
    {
      id: 'competition',
      label: t('rule.competition.label'),
      value: t(`rule.competition.${rule.competition}`),
      help: COMPETITION_TERMS[rule.competition],
    },
    {
      id: 'strategy',
      label: t('rule.strategy.label'),
      value: t(`rule.strategy.${rule.strategy}`),
      help: STRATEGY_TERMS[rule.strategy],
    },
    {
      id: 'baseOn',
      label: t('rule.base_on.label'),
      value: t(`rule.base_on.${rule.baseOn}`),
      help: 'base_on',
    },
    {
      id: 'adjustmentType',
      label: t('rule.adjustment.amount'),
      value: type === 'VALUE' ? moneyText(telling, amount) : percentText(telling, amount),
      help: 'adjustment',
    },
    {
      id: 'comparison',
      label: t('rule.comparison.label'),
      value: t(`rule.comparison.${rule.comparison}`),
      help: 'comparison',
    },
    {
      id: 'marketplace',
      label: t('strategy.marketplaces'),
      value: rule.allMarketplaces
        ? t('strategy.all_marketplaces')
        : MARKETPLACE_NAMES[rule.marketplaceId as MarketplaceId],
    },
    {
      id: 'considerShippingPrice',
      label: t('strategy.compares'),
      value: t(rule.considerShippingPrice ? 'strategy.with_shipping' : 'strategy.without_shipping'),
      help: 'total_price',
    },
    {
      id: 'exceptions',
      label: t('strategy.exceptions'),
      value: exceptions === '' ? t('strategy.nobody') : exceptions,
      help: 'exceptions',
    },
  ];
}

function minimumText(telling: Telling): string {
  const { t, rule, minimum } = telling;
  if (rule.minimumBy === 'AMOUNT') return moneyText(telling, rule.minPrice);
  const percent = percentText(telling, rule.minimumPercent);
  const said = t(`strategy.minimum_by.${rule.minimumBy}`, { percent });
  return minimum === null ? said : `${said} (${moneyText(telling, minimum)})`;
}

/** Between which prices it stays, and how far it goes. */
function limitFacts(telling: Telling): Fact[] {
  const { t, format, rule } = telling;
  return [
    {
      id: 'minimumBy',
      label: t('strategy.minimum'),
      value: minimumText(telling),
      help: 'minimum',
    },
    {
      id: 'maxPrice',
      label: t('strategy.maximum'),
      value: moneyText(telling, rule.maxPrice),
      help: 'maximum',
    },
    {
      id: 'safeMargin',
      label: t('strategy.safe_margin'),
      value: percentText(telling, rule.safeMargin),
      help: 'safe_margin',
    },
    {
      id: 'applyMinPriceWhenLosing',
      label: t('strategy.below_minimum'),
      value: t(rule.applyMinPriceWhenLosing ? 'strategy.goes_to_minimum' : 'strategy.stays'),
      help: 'apply_minimum',
    },
    {
      id: 'acosLimit',
      label: t('strategy.acos_limit'),
      value: percentText(telling, rule.acosLimit),
      help: 'acos',
    },
    {
      id: 'roasLimit',
      label: t('strategy.roas_limit'),
      value: format.decimal(rule.roasLimit, 2),
      help: 'roas',
    },
  ];
}

function approvalText({ t, rule }: Telling): string {
  if (rule.requiresApproval) return t('strategy.asks');
  return rule.minimumBy === 'AMOUNT' && rule.minPrice === null
    ? t('strategy.asks_for_lack')
    : t('strategy.sends');
}

/** Whom it asks, when it rests, from when until when it runs, and whose rule it is. */
function controlFacts(telling: Telling): Fact[] {
  const { t, format, rule } = telling;
  const date = (id: 'startDate' | 'endDate', label: string): Fact[] => {
    const told = rule[id];
    return told === null ? [] : [{ id, label, value: format.dateTime(told) }];
  };
  return [
    {
      id: 'requiresApproval',
      label: t('strategy.approval'),
      value: approvalText(telling),
      help: 'approval',
    },
    {
      id: 'control',
      label: t('strategy.outside_change'),
      value: t(`rule.control.${rule.control}`),
      help: 'regain_control',
    },
    {
      id: 'hasWarGuard',
      label: t('strategy.war'),
      value:
        rule.warGuard === null
          ? t('strategy.war_off')
          : t('strategy.war_rests', { hours: format.decimal(rule.warGuard.restHours, 0) }),
      help: 'price_war',
    },
    ...date('startDate', t('strategy.from')),
    ...date('endDate', t('strategy.until')),
    {
      id: 'origin',
      label: t('strategy.origin_label'),
      value:
        rule.origin === 'own'
          ? t('strategy.origin.own')
          : t('strategy.origin.group', { count: rule.listingIds.length }),
      help: 'group_rule',
    },
  ];
}

/** Whether the sellers that a rule leaves alone have to be named. */
export const namesSellers = (rule: Rule): boolean =>
  !isAds(rule) && toValues(rule).exceptions.length > 0;
