import { YES_NO } from '@primazia/backend/kernel/list-schema';
import {
  BaseOn,
  Competition,
  Control,
  MinimumBy,
  type RuleField,
  RuleOrigin,
  RuleStatus,
  Strategy,
} from '@primazia/backend/pricing/contract';
import { type FilterField, useTranslation } from '@primazia/kit';
import { useMemo } from 'react';
import {
  countField,
  dateField,
  moneyField,
  selectField,
  textField,
} from '../list/filter-fields.ts';

/** A field that the backend knows. */
type Field = FilterField & { field: RuleField };

/** What rules may be filtered by. */
export function useRuleFilters(): Field[] {
  const { t } = useTranslation();
  return useMemo(() => {
    return [
      {
        ...selectField('strategy', t('rule.strategy.label'), Strategy.options, (value) =>
          t(`rule.strategy.${value}`),
        ),
        open: true,
      },
      selectField('competition', t('rules.column.competition'), Competition.options, (value) =>
        t(`rules.competition.${value}`),
      ),
      countField('ads', t('rules.column.ads')),
      textField('name', t('rules.column.name')),
      selectField('status', t('rules.column.status'), RuleStatus.options, (value) =>
        t(`rule.status.${value}`),
      ),
      selectField('requiresApproval', t('rules.column.approval'), YES_NO, (value) =>
        t(value === 'true' ? 'rules.asks_first' : 'rules.goes_alone'),
      ),
      selectField('origin', t('rules.column.origin'), RuleOrigin.options, (value) =>
        t(`rules.origin.${value}`),
      ),
      selectField('baseOn', t('rule.base_on.label'), BaseOn.options, (value) =>
        t(`rule.base_on.${value}`),
      ),
      selectField('control', t('rule.control.label'), Control.options, (value) =>
        t(`rule.control.${value}`),
      ),
      selectField('minimumBy', t('rule.minimum.label'), MinimumBy.options, (value) =>
        t(`rule.minimum.${value}`),
      ),
      moneyField('minPrice', t('rule.min_price')),
      moneyField('maxPrice', t('rule.max_price')),
      dateField('updatedAt', t('rules.column.updated_at')),
      dateField('createdAt', t('rules.column.created_at')),
    ];
  }, [t]);
}
