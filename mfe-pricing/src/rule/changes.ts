import type { MarketplaceId } from '@primazia/backend/kernel/marketplace-ids';
import { type Format, MARKETPLACE_NAMES, MISSING } from '@primazia/kit';
import type { RuleField } from './faults.ts';
import { EVERYWHERE, isShown, type RuleValues } from './fields.ts';

type Translate = (key: string, values: Record<string, unknown>) => string;

/** How a field is called, and what its value is. */
const FIELDS = {
  name: ['rule.name', 'text'],
  isActive: ['rule.is_active', 'flag'],
  competition: ['rule.competition.label', 'word', 'rule.competition'],
  strategy: ['rule.strategy.label', 'word', 'rule.strategy'],
  baseOn: ['rule.base_on.label', 'word', 'rule.base_on'],
  adjustmentType: ['rule.adjustment.label', 'word', 'rule.adjustment'],
  adjustmentAmount: ['rule.adjustment.amount', 'money'],
  adjustmentPercent: ['rule.adjustment.percent', 'percent'],
  acosLimit: ['rule.acos_limit', 'percent'],
  roasLimit: ['rule.roas_limit', 'number'],
  minimumBy: ['rule.minimum.label', 'word', 'rule.minimum'],
  minPrice: ['rule.min_price', 'money'],
  minimumPercent: ['rule.minimum.percent', 'percent'],
  maxPrice: ['rule.max_price', 'money'],
  applyMinPriceWhenLosing: ['rule.apply_min_price_when_losing', 'flag'],
  safeMargin: ['rule.safe_margin', 'percent'],
  requiresApproval: ['rule.requires_approval', 'flag'],
  control: ['rule.control.label', 'word', 'rule.control'],
  considerShippingPrice: ['rule.consider_shipping_price', 'flag'],
  comparison: ['rule.comparison.label', 'word', 'rule.comparison'],
  marketplace: ['rule.marketplace.label', 'marketplace'],
  exceptions: ['rule.exceptions', 'sellers'],
  hasWarGuard: ['rule.war.label', 'flag'],
  warRounds: ['rule.war.rounds', 'number'],
  warHours: ['rule.war.hours', 'number'],
  warDropPercent: ['rule.war.drop_percent', 'percent'],
  warRestHours: ['rule.war.rest_hours', 'number'],
  startDate: ['rule.start_date', 'moment'],
  endDate: ['rule.end_date', 'moment'],
} as const satisfies Record<RuleField, readonly [label: string, kind: string, words?: string]>;

const WAR_DETAILS: readonly RuleField[] = [
  'warRounds',
  'warHours',
  'warDropPercent',
  'warRestHours',
];

/** What differs between two versions of a rule, in the words of its form. */
export interface RuleChange {
  field: RuleField;
  label: string;
  before: string;
  after: string;
}

/** A field of the form as people read it. */
function fieldText(
  t: Translate,
  format: Pick<Format, 'money' | 'exactPercent' | 'decimal' | 'dateTime'>,
  field: RuleField,
  values: RuleValues,
  currencyCode: string,
): string {
  const [, kind, words] = FIELDS[field] as readonly [string, string, string?];
  const value = values[field];
  if (value === null || value === '') return MISSING;
  if (typeof value === 'boolean') return t(value ? 'rules.yes' : 'rules.no', {});
  if (Array.isArray(value)) return t('rules.sellers', { count: value.length });
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return MISSING;
    if (kind === 'money') return format.money(value, currencyCode);
    return kind === 'percent' ? format.exactPercent(value / 100) : format.decimal(value, 0);
  }
  if (kind === 'word') return t(`${words}.${value}`, {});
  if (kind === 'moment') return format.dateTime(value);
  if (kind !== 'marketplace') return value;
  return value === EVERYWHERE
    ? t('rule.marketplace.all', {})
    : MARKETPLACE_NAMES[Number(value) as MarketplaceId];
}

const matters = (field: RuleField, values: RuleValues) =>
  isShown(field, values) && (values.hasWarGuard || !WAR_DETAILS.includes(field));

/** What was changed between two versions of a rule; fields that mean nothing in either are left out. */
export function ruleChanges(
  t: Translate,
  format: Pick<Format, 'money' | 'exactPercent' | 'decimal' | 'dateTime'>,
  { before, after, currencyCode }: { before: RuleValues; after: RuleValues; currencyCode: string },
): RuleChange[] {
  const fields = Object.keys(FIELDS) as RuleField[];
  return fields.flatMap((field): RuleChange[] => {
    if (!matters(field, before) && !matters(field, after)) return [];
    if (JSON.stringify(before[field]) === JSON.stringify(after[field])) return [];
    const say = (values: RuleValues) =>
      matters(field, values) ? fieldText(t, format, field, values, currencyCode) : MISSING;
    return [{ field, label: t(FIELDS[field][0], {}), before: say(before), after: say(after) }];
  });
}
