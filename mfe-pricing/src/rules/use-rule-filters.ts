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

/** A field that the backend knows. */
type Field = FilterField & { field: RuleField };

/** What rules may be filtered by. */
export function useRuleFilters(): Field[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const select = (
      field: RuleField,
      label: string,
      values: readonly string[],
      name: (value: string) => string,
    ): Field => ({
      kind: 'select',
      field,
      label,
      options: values.map((value) => ({ value, label: name(value) })),
    });
    return [
      {
        ...select('strategy', t('rule.strategy.label'), Strategy.options, (value) =>
          t(`rule.strategy.${value}`),
        ),
        open: true,
      },
      select('competition', t('rules.column.competition'), Competition.options, (value) =>
        t(`rules.competition.${value}`),
      ),
      { kind: 'numeric', whole: true, field: 'ads', label: t('rules.column.ads') },
      { kind: 'text', field: 'name', label: t('rules.column.name') },
      select('status', t('rules.column.status'), RuleStatus.options, (value) =>
        t(`rule.status.${value}`),
      ),
      select('requiresApproval', t('rules.column.approval'), YES_NO, (value) =>
        t(value === 'true' ? 'rules.asks_first' : 'rules.goes_alone'),
      ),
      select('origin', t('rules.column.origin'), RuleOrigin.options, (value) =>
        t(`rules.origin.${value}`),
      ),
      select('baseOn', t('rule.base_on.label'), BaseOn.options, (value) =>
        t(`rule.base_on.${value}`),
      ),
      select('control', t('rule.control.label'), Control.options, (value) =>
        t(`rule.control.${value}`),
      ),
      select('minimumBy', t('rule.minimum.label'), MinimumBy.options, (value) =>
        t(`rule.minimum.${value}`),
      ),
      { kind: 'monetary', field: 'minPrice', label: t('rule.min_price') },
      { kind: 'monetary', field: 'maxPrice', label: t('rule.max_price') },
      { kind: 'date', field: 'updatedAt', label: t('rules.column.updated_at') },
      { kind: 'date', field: 'createdAt', label: t('rules.column.created_at') },
    ];
  }, [t]);
}
