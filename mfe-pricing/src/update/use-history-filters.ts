import { BuyboxStatus } from '@primazia/backend/kernel/market';
import {
  Competition,
  EventType,
  type PricedListing,
  PriceTag,
  queryListings,
  Strategy,
  type UpdateField,
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
import { dateField, moneyField, selectField, textField } from '../list/filter-fields.ts';
import {
  MARKETPLACES,
  NO_NAMES,
  questionOfNames,
  useAccountField,
  useNamedRules,
  useRuleField,
  withNames,
} from '../listings/use-filters.ts';

/** A field that the backend knows. */
type Field = FilterField & { field: UpdateField };

/** The ads of the company, found by title, SKU or code. */
function useAdField(): Field {
  const { t } = useTranslation();
  const api = useApi();
  return useMemo(() => {
    const search: SearchChoices = async ({ search: text, page, limit }, signal) => {
      const query = { page, limit, tab: 'all' as const, ...(text === '' ? {} : { search: text }) };
      const body = { filters: [], orders: [{ field: 'title', direction: 'asc' as const }] };
      const found = await api.call(queryListings, { query, body }, { signal });
      return { ...found, content: found.content.map(toChoice) };
    };
    return { kind: 'multi_search', field: 'listingId', label: t('history.ad'), search };
  }, [api, t]);
}

const toChoice = ({ id, title, skuMarketplace }: PricedListing): Choice => ({
  value: String(id),
  label: `${title} · ${skuMarketplace}`,
});

/** The same fields, with the names of the ads and rules that the list is filtered by. */
export function useNamedAdsAndRules(
  fields: readonly FilterField[],
  asked: Pick<ListState, 'filters' | 'where'>,
): FilterField[] {
  const question = questionOfNames('listingId', asked);
  const { data } = useQueryCall(queryListings, question ?? NO_NAMES, {
    enabled: question !== null,
    staleTime: 60_000,
  });
  const named = useMemo(
    () => withNames(fields, 'listingId', data?.content.map(toChoice) ?? []),
    [fields, data],
  );
  return useNamedRules(named, asked);
}

/** What price updates may be filtered by, the most asked for first; the very same for as long as the language stays. */
export function useHistoryFilters(): FilterField[] {
  const { t } = useTranslation();
  const ad = useAdField();
  const rule = useRuleField();
  const account = useAccountField();
  return useMemo(() => {
    const fields: Field[] = [
      { ...dateField('createdAt', t('history.period')), open: true, required: true },
      { ...rule, open: true },
      selectField('state', t('history.state'), UpdateState.options, (value) =>
        t(`update.state.${value}`),
      ),
      selectField('eventType', t('history.event'), EventType.options, (value) =>
        t(`update.event.${value}`),
      ),
      selectField('priceTags', t('history.price_tag'), PriceTag.options, (value) =>
        t(`update.tag.${value}`),
      ),
      moneyField('newPrice', t('history.new_price')),
      moneyField('oldPrice', t('history.old_price')),
      ad,
      account,
      selectField(
        'marketplaceId',
        t('listings.marketplace'),
        MARKETPLACES.map(String),
        marketplaceName,
      ),
      textField('decidedBy', t('history.decided_by')),
      textField('rivalName', t('history.rival')),
      moneyField('rivalPrice', t('history.rival_price')),
      moneyField('minPrice', t('rule.min_price')),
      moneyField('maxPrice', t('rule.max_price')),
      selectField('strategy', t('rule.strategy.label'), Strategy.options, (value) =>
        t(`rule.strategy.${value}`),
      ),
      selectField('rankingType', t('rule.competition.label'), Competition.options, (value) =>
        t(`rule.competition.${value}`),
      ),
      selectField('rankingStatus', t('history.buybox'), BuyboxStatus.options, (value) =>
        t(`kit:buybox.${value}`),
      ),
      dateField('lastUpdate', t('history.last_update')),
      textField('ruleName', t('rule.name')),
      textField('title', t('listings.title')),
      textField('sku', 'SKU'),
      textField('skuMarketplace', t('listings.code')),
      textField('catalogProductId', t('listings.catalog_product')),
    ];
    return fields;
  }, [t, ad, rule, account]);
}
