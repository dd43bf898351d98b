import type { MarketplaceId } from '@primazia/backend/kernel/marketplace-ids';
import type { Rule } from '@primazia/backend/pricing/contract';
import { type Format, MARKETPLACE_NAMES, type Term, type useTranslation } from '@primazia/kit';
import { isAds, isShown, type RuleValues } from '../rule/fields.ts';
import { toValues } from '../rule/values.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

/** One thing that a rule says. */
export interface Fact {
  id: string;
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

/** What a rule says, in words, without what means nothing under what it says. */
export function ruleFacts(
  t: Translate,
  format: Format,
  rule: Rule,
  about: FactsAbout,
): FactSection[] {
  const values = toValues(rule);
  const money = (amount: number | null) =>
    amount === null ? t('strategy.none') : format.money(amount, about.currencyCode);
  const percent = (amount: number | null) =>
    format.exactPercent(amount === null ? null : amount / 100);
  /** Nothing where the field means nothing. */
  const of = (field: keyof RuleValues, fact: Omit<Fact, 'id'>): Fact[] =>
    isShown(field, values) ? [{ id: field, ...fact }] : [];

  const marketplace = rule.allMarketplaces
    ? t('strategy.all_marketplaces')
    : MARKETPLACE_NAMES[rule.marketplaceId as MarketplaceId];
  const minimum = () => {
    if (rule.minimumBy === 'AMOUNT') return money(rule.minPrice);
    const said = t(`strategy.minimum_by.${rule.minimumBy}`, {
      percent: percent(rule.minimumPercent),
    });
    return about.minimum === null ? said : `${said} (${money(about.minimum)})`;
  };
  const asks = () => {
    if (rule.requiresApproval) return t('strategy.asks');
    return rule.minimumBy === 'AMOUNT' && rule.minPrice === null
      ? t('strategy.asks_for_lack')
      : t('strategy.sends');
  };
  const nameOf = (sellerId: string) => about.sellers.get(sellerId) ?? sellerId;
  const exceptions = values.exceptions.map(nameOf).join(', ');
  const date = (field: 'startDate' | 'endDate', label: string): Fact[] => {
    const told = rule[field];
    return told === null ? [] : [{ id: field, label, value: format.dateTime(told) }];
  };

  return [
    {
      id: 'aim',
      facts: [
        {
          id: 'competition',
          label: t('rule.competition.label'),
          value: t(`rule.competition.${rule.competition}`),
          help: COMPETITION_TERMS[rule.competition],
        },
        ...of('strategy', {
          label: t('rule.strategy.label'),
          value: t(`rule.strategy.${rule.strategy}`),
          help: STRATEGY_TERMS[rule.strategy],
        }),
        ...of('baseOn', {
          label: t('rule.base_on.label'),
          value: t(`rule.base_on.${rule.baseOn}`),
          help: 'base_on',
        }),
        ...of('adjustmentType', {
          label: t('rule.adjustment.amount'),
          value:
            rule.adjustment.type === 'VALUE'
              ? money(rule.adjustment.amount)
              : percent(rule.adjustment.amount),
          help: 'adjustment',
        }),
        ...of('comparison', {
          label: t('rule.comparison.label'),
          value: t(`rule.comparison.${rule.comparison}`),
          help: 'comparison',
        }),
        ...of('marketplace', { label: t('strategy.marketplaces'), value: marketplace }),
        ...of('considerShippingPrice', {
          label: t('strategy.compares'),
          value: t(
            rule.considerShippingPrice ? 'strategy.with_shipping' : 'strategy.without_shipping',
          ),
          help: 'total_price',
        }),
        ...of('exceptions', {
          label: t('strategy.exceptions'),
          value: exceptions === '' ? t('strategy.nobody') : exceptions,
          help: 'exceptions',
        }),
      ],
    },
    {
      id: 'limits',
      facts: [
        { id: 'minimum', label: t('strategy.minimum'), value: minimum(), help: 'minimum' },
        {
          id: 'maxPrice',
          label: t('strategy.maximum'),
          value: money(rule.maxPrice),
          help: 'maximum',
        },
        ...of('safeMargin', {
          label: t('strategy.safe_margin'),
          value: percent(rule.safeMargin),
          help: 'safe_margin',
        }),
        ...of('applyMinPriceWhenLosing', {
          label: t('strategy.below_minimum'),
          value: t(rule.applyMinPriceWhenLosing ? 'strategy.goes_to_minimum' : 'strategy.stays'),
          help: 'apply_minimum',
        }),
        ...of('acosLimit', {
          label: t('strategy.acos_limit'),
          value: percent(rule.acosLimit),
          help: 'acos',
        }),
        ...of('roasLimit', {
          label: t('strategy.roas_limit'),
          value: format.decimal(rule.roasLimit, 2),
          help: 'roas',
        }),
      ],
    },
    {
      id: 'control',
      facts: [
        { id: 'approval', label: t('strategy.approval'), value: asks(), help: 'approval' },
        {
          id: 'control',
          label: t('strategy.outside_change'),
          value: t(`rule.control.${rule.control}`),
          help: 'regain_control',
        },
        ...of('hasWarGuard', {
          label: t('strategy.war'),
          value:
            rule.warGuard === null
              ? t('strategy.war_off')
              : t('strategy.war_rests', { hours: format.decimal(rule.warGuard.restHours, 0) }),
          help: 'price_war',
        }),
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
      ],
    },
  ];
}

/** Whether the sellers that a rule leaves alone have to be named. */
export const namesSellers = (rule: Rule): boolean =>
  !isAds(rule) && toValues(rule).exceptions.length > 0;
