import { accounts } from '@primazia/backend/catalog/contract';
import type { Filter } from '@primazia/backend/kernel/filter';
import { YES_NO } from '@primazia/backend/kernel/list-schema';
import { GroupType } from '@primazia/backend/kernel/listing';
import {
  BUYBOX_STATUSES,
  Condition,
  ListingStatus,
  PromotionStatus,
} from '@primazia/backend/kernel/market';
import { MARKETPLACE } from '@primazia/backend/kernel/marketplace-ids';
import {
  Competition,
  type ListingField,
  MinimumBy,
  queryRules,
  RuleOrigin,
  type RuleRow,
  RuleStatus,
  Strategy,
  UpdateState,
} from '@primazia/backend/pricing/contract';
import {
  type Choice,
  type FilterField,
  type ListState,
  type SearchChoices,
  useApi,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useMemo } from 'react';
import { marketplaceName } from '../list/columns.tsx';
import {
  countField,
  dateField,
  moneyField,
  selectField,
  textField,
} from '../list/filter-fields.ts';

/** A field that the backend knows. */
type Field = FilterField & { field: ListingField };

export const MARKETPLACES = [
  MARKETPLACE.MERCADO_LIVRE,
  MARKETPLACE.AMAZON,
  MARKETPLACE.MAGALU,
  MARKETPLACE.SHOPEE,
] as const;

/** The accounts of the company, found by their name. */
export function useAccountField(): Extract<Field, { search: SearchChoices }> & {
  field: 'accountId';
} {
  const { t } = useTranslation();
  const { data } = useQueryCall(accounts, {}, { staleTime: 60_000 });
  return useMemo(() => {
    const all = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    const search: SearchChoices = async (question) => {
      const words = question.search.toLocaleLowerCase();
      const found = all.filter(({ label }) => label.toLocaleLowerCase().includes(words));
      const from = question.page * question.limit;
      return {
        content: found.slice(from, from + question.limit),
        number: question.page,
        totalPages: Math.ceil(found.length / question.limit),
      };
    };
    return {
      kind: 'multi_search',
      field: 'accountId',
      label: t('listings.account'),
      search,
      nameOf: (value) => all.find((one) => one.value === value)?.label,
    };
  }, [data, t]);
}

/** The rules of the company, found by their name. */
export function useRuleField(): Extract<Field, { search: SearchChoices }> & { field: 'ruleId' } {
  const { t } = useTranslation();
  const api = useApi();
  return useMemo(() => {
    const search: SearchChoices = async ({ search: name, page, limit }, signal) => {
      const filters: Filter[] =
        name === ''
          ? []
          : [{ field: 'name', condition: 'LIKE', value: name, logicalOperator: 'AND' }];
      const body = { filters, orders: [{ field: 'name', direction: 'asc' as const }] };
      const found = await api.call(queryRules, { query: { page, limit }, body }, { signal });
      return { ...found, content: found.content.map(toChoice) };
    };
    return { kind: 'multi_search', field: 'ruleId', label: t('pricing.rule'), search };
  }, [api, t]);
}
const toChoice = ({ id, name }: RuleRow): Choice => ({ value: String(id), label: name });

const MOST_NAMES = 50;

type Asked = Pick<ListState, 'filters' | 'where'>;

/** A question for the things of a field that a list is filtered by; null: it is not. */
export function questionOfNames(field: string, { filters, where }: Asked) {
  const asked = [...filters, ...where].filter((one) => one.field === field);
  const ids = [...new Set(asked.flatMap(({ value }) => value.split('|')))].sort();
  if (ids.length === 0) return null;
  const named: Filter = {
    field: 'id',
    condition: 'IN',
    value: ids.join('|'),
    logicalOperator: 'AND',
  };
  return { query: { page: 0, limit: MOST_NAMES }, body: { filters: [named], orders: [] } };
}

/** The same fields; one of them knows the names of these things. */
export const withNames = (
  fields: readonly FilterField[],
  field: string,
  choices: readonly Choice[],
): FilterField[] => {
  const names = new Map(choices.map(({ value, label }) => [value, label]));
  return fields.map((one) =>
    one.field === field && one.kind === 'multi_search'
      ? { ...one, nameOf: (value) => names.get(value) }
      : one,
  );
};

/** Stands for no question: it is never asked. */
export const NO_NAMES = { query: { page: 0, limit: 1 }, body: { filters: [], orders: [] } };

/** The same fields, with the names of the rules that the list is filtered by. */
export function useNamedRules(fields: readonly FilterField[], asked: Asked): FilterField[] {
  const question = questionOfNames('ruleId', asked);
  const { data } = useQueryCall(queryRules, question ?? NO_NAMES, {
    enabled: question !== null,
    staleTime: 60_000,
  });
  return useMemo(
    () => withNames(fields, 'ruleId', data?.content.map(toChoice) ?? []),
    [fields, data],
  );
}

/** What ads may be filtered by, the most asked for first; the very same for as long as the language stays. */
export function useFilters(): FilterField[] {
  const { t } = useTranslation();
  const account = useAccountField();
  const rule = useRuleField();
  return useMemo(() => {
    const yesNo = (field: ListingField, label: string) =>
      selectField(field, label, YES_NO, (value) =>
        t(`listings.${value === 'true' ? 'yes' : 'no'}`),
      );
    const fields: Field[] = [
      {
        ...selectField('buyboxStatus', t('pricing.buybox_status'), BUYBOX_STATUSES, (value) =>
          t(`kit:buybox.${value}`),
        ),
        open: true,
      },
      { ...moneyField('price', t('pricing.price')), open: true },
      account,
      selectField(
        'marketplaceId',
        t('listings.marketplace'),
        MARKETPLACES.map(String),
        marketplaceName,
      ),
      selectField('status', t('listings.status'), ListingStatus.options, (value) =>
        t(`kit:listing.status.${value}`),
      ),
      countField('stock', t('pricing.stock')),
      countField('healthScore', t('listings.health')),
      selectField('groupType', t('ad.group.label'), GroupType.options, (value) =>
        t(`ad.group.${value}`),
      ),
      rule,
      selectField('ruleStatus', t('listings.rule_status'), RuleStatus.options, (value) =>
        t(`rule.status.${value}`),
      ),
      selectField('strategy', t('rule.strategy.label'), Strategy.options, (value) =>
        t(`rule.strategy.${value}`),
      ),
      selectField('competition', t('rule.competition.label'), Competition.options, (value) =>
        t(`rule.competition.${value}`),
      ),
      selectField('ruleOrigin', t('listings.rule_origin'), RuleOrigin.options, (value) =>
        t(`listings.origin.${value}`),
      ),
      yesNo('requiresApproval', t('listings.requires_approval')),
      selectField('minimumBy', t('rule.minimum.label'), MinimumBy.options, (value) =>
        t(`rule.minimum.${value}`),
      ),
      moneyField('minPrice', t('listings.min_amount')),
      moneyField('maxPrice', t('rule.max_price')),
      textField('ruleName', t('rule.name')),
      moneyField('bestRivalPrice', t('pricing.best_rival')),
      countField('rivals', t('listings.rivals')),
      textField('winnerName', t('listings.winner')),
      moneyField('winnerPrice', t('listings.winner_price')),
      dateField('marketObservedAt', t('pricing.market_age')),
      selectField(
        'lastUpdateState',
        t('listings.last_update_state'),
        UpdateState.options,
        (value) => t(`update.state.${value}`),
      ),
      moneyField('lastUpdatePrice', t('listings.last_update_price')),
      dateField('lastUpdateAt', t('pricing.last_update')),
      moneyField('cost', t('listings.cost')),
      { kind: 'numeric', field: 'margin', label: t('listings.margin_percent') },
      textField('title', t('listings.title')),
      textField('sku', 'SKU'),
      textField('skuMarketplace', t('listings.code')),
      textField('catalogProductId', t('listings.catalog_product')),
      textField('listingTypeId', t('listings.listing_type')),
      selectField('condition', t('listings.condition'), Condition.options, (value) =>
        t(`listings.conditions.${value}`),
      ),
      yesNo('fulfillment', t('listings.fulfillment')),
      selectField('promotionStatus', t('listings.promotion'), PromotionStatus.options, (value) =>
        t(`listings.promotions.${value}`),
      ),
      moneyField('shippingPrice', t('listings.shipping')),
      textField('countryCode', t('listings.country')),
      dateField('updatedAt', t('listings.updated_at')),
    ];
    return fields;
  }, [t, account, rule]);
}
