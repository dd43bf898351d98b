import { knownOf } from '@primazia/backend/kernel/open-enum';
import type { Rule } from '@primazia/backend/pricing/contract';
import type { Format, useTranslation } from '@primazia/kit';
import type { Term } from '@primazia/kit/ui';
import { fieldText } from '../rule/changes.ts';
import {
  FORM_FIELDS,
  helpOf,
  isAds,
  isShown,
  OWN_FIELDS,
  type OwnField,
  type RuleValues,
} from '../rule/fields.ts';
import { toValues } from '../rule/values.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

/** One thing that a rule says. */
export interface Fact {
  /** The field of the form that says it, or `origin`: whose rule it is. */
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
  /** The amount that follows for the listing at hand from a minimum by margin or return; null: not known. */
  minimum: number | null;
  /** Names of sellers by their ids; those that are not seen now are said by their ids. */
  sellers: ReadonlyMap<string, string>;
}

const STRATEGY_TERMS = {
  PRIMAZIA: 'strategy_primazia',
  WIN: 'strategy_win',
  MATCH: 'strategy_match',
  LOSE: 'strategy_lose',
} as const satisfies Record<string, Term>;

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
  const all = { ...about, t, format, rule, values };
  const meansSomething = ({ id }: Fact) => id === 'origin' || isShown(id, values);
  const aim = aimFacts(all);
  const limits = limitFacts(all);
  const control = controlFacts(all);
  const shown = [...aim, ...limits, ...control].map(({ id }) => id);
  const others = OWN_FIELDS.filter((field) => ![...shown, ...IN_OTHERS].includes(field));
  return [
    { id: 'aim', facts: aim.filter(meansSomething) },
    {
      id: 'limits',
      facts: [...limits, ...others.map((field) => factOf(all, field))].filter(meansSomething),
    },
    { id: 'control', facts: control.filter(meansSomething) },
  ];
}

/** Fields that are shown with others, or only if they have a meaning. */
const IN_OTHERS: readonly Fact['id'][] = ['minPrice', 'minimumPercent', 'startDate', 'endDate'];

/** A field in the words of the table of rule fields. */
function factOf({ t, format, values, currencyCode }: Telling, field: OwnField): Fact {
  const help = helpOf(field);
  return {
    id: field,
    label: t(FORM_FIELDS[field].label),
    value: fieldText(t, format, field, values, currencyCode),
    ...(help !== undefined && { help }),
  };
}

const moneyText = ({ t, format, currencyCode }: Telling, amount: number | null): string =>
  amount === null ? t('strategy.none') : format.money(amount, currencyCode);

const percentText = ({ format }: Telling, amount: number | null): string =>
  format.exactPercent(amount === null ? null : amount / 100);

/** Which competitors the rule follows, and how. */
function aimFacts(telling: Telling): Fact[] {
  const { t, format, rule, values, sellers } = telling;
  const { type, amount } = rule.adjustment;
  const nameOf = (sellerId: string) => sellers.get(sellerId) ?? t('kit:seller.by_id', { sellerId });
  const exceptions = values.exceptions.map(nameOf).join(', ');
  return [
    {
      id: 'competition',
      label: t('field.competition.name'),
      value: t(`rule.competition.${rule.competition}`),
      help: COMPETITION_TERMS[rule.competition],
    },
    {
      id: 'strategy',
      label: t('field.strategy.name'),
      value: t(`rule.strategy.${rule.strategy}`),
      help: knownOf<Term>(STRATEGY_TERMS, rule.strategy) ?? 'strategy',
    },
    {
      id: 'baseOn',
      label: t('field.baseOn.name'),
      value: t(`field.baseOn.values.${rule.baseOn}`),
      help: 'base_on',
    },
    {
      id: 'adjustmentType',
      label: t('field.adjustment.name'),
      value: type === 'VALUE' ? moneyText(telling, amount) : percentText(telling, amount),
      help: 'adjustment',
    },
    {
      id: 'comparison',
      label: t('field.comparison.name'),
      value: t(`field.comparison.values.${rule.comparison}`),
      help: 'comparison',
    },
    {
      id: 'marketplace',
      label: t('strategy.marketplaces'),
      value: rule.allMarketplaces
        ? t('strategy.all_marketplaces')
        : format.marketplace(rule.marketplaceId),
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
      label: t('field.safeMargin.name'),
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

/** Whether it asks for approval, when it pauses, when it starts and ends, and whose rule it is. */
function controlFacts(telling: Telling): Fact[] {
  const { t, format, rule } = telling;
  const date = (id: 'startDate' | 'endDate', label: string): Fact[] => {
    const date = rule[id];
    return date === null ? [] : [{ id, label, value: format.dateTime(date) }];
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
      value: t(`field.control.values.${rule.control}`),
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
