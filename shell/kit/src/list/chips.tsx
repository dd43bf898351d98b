import type { Filter } from '@primazia/backend/kernel/filter';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { CloseIcon } from '../icons.ts';
import { filterText, withFilter, withoutRows } from './filter-text.ts';
import { isDay } from './filter-validation.ts';
import type { FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';
import { JOIN } from './where.ts';

/** Filters that the toolbar shows in full: days that can be changed there, but not removed. */
const isFixed = (field: FilterField, { value }: Filter) =>
  field.kind === 'date' && field.required === true && value.split(JOIN).every(isDay);

/** The active filters in words, each with a button that removes it. */
export function Chips({ fields, list }: { fields: readonly FilterField[]; list: ListHandle }) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { filters, where } = list.state;
  const named = (rows: readonly Filter[]) =>
    rows.flatMap((filter) => {
      const field = fields.find((one) => one.field === filter.field);
      return field === undefined ? [] : [{ field, filter }];
    });
  const basic = named(filters).filter(({ field, filter }) => !isFixed(field, filter));
  const built = named(where);
  if (basic.length + built.length === 0) return null;

  const chip = (field: FilterField, filter: Filter, take: () => void) => (
    <>
      <span className="pz-chip-label">{field.label}:</span> {filterText(field, filter, format)}
      <button
        type="button"
        className="pz-chip-remove"
        aria-label={t('list.removeFilter', { filter: field.label })}
        onClick={take}
      >
        <CloseIcon size="XS" />
      </button>
    </>
  );
  const clear = () =>
    list.change({
      filters: basic.reduce(
        (remaining, { field }) => withFilter(remaining, field.field, null),
        filters,
      ),
      where: [],
    });
  return (
    <ul className="pz-chips" aria-label={t('list.activeFilters')}>
      {basic.map(({ field, filter }) => (
        <li key={`basic ${field.field}`} className="pz-chip">
          {chip(field, filter, () =>
            list.change({ filters: withFilter(filters, field.field, null) }),
          )}
        </li>
      ))}
      {built.map(({ field, filter }, place) => (
        <li key={`row ${field.field}`} className="pz-chip-row">
          {place > 0 && (
            <span className="pz-chip-join">{t(`list.operator.${filter.logicalOperator}`)}</span>
          )}
          <span className="pz-chip">
            {chip(field, filter, () =>
              list.change({ where: withoutRows(where, (row) => row === filter) }),
            )}
          </span>
        </li>
      ))}
      <li>
        <button type="button" className="pz-text-button" onClick={clear}>
          {t('list.clearAll')}
        </button>
      </li>
    </ul>
  );
}

/** A list's filters as one line: for a confirmation, or for paper. */
export function useFilterText(list: ListHandle, fields: readonly FilterField[]): string {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { filters, where, search } = list.state;
  const say = (filter: Filter) => {
    const field = fields.find((one) => one.field === filter.field);
    return field === undefined ? '' : `${field.label}: ${filterText(field, filter, format)}`;
  };
  const rows = where.map((row, place) =>
    place === 0 ? say(row) : `${t(`list.operator.${row.logicalOperator}`)} ${say(row)}`,
  );
  return [search === '' ? '' : `“${search}”`, ...filters.map(say), rows.join(' ')]
    .filter(Boolean)
    .join('; ');
}
