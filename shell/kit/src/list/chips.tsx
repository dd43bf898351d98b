import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { CloseIcon } from '../icons.ts';
import { filterText, withFilter } from './filter-text.ts';
import type { FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';

/** What is filtered by, in words, each with a way to take it off. */
export function Chips({ fields, list }: { fields: readonly FilterField[]; list: ListHandle }) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { filters } = list.state;
  const chips = filters.flatMap((filter) => {
    const field = fields.find((one) => one.field === filter.field);
    if (field === undefined || (field.kind === 'days' && field.required)) return [];
    return [{ field, text: filterText(field, filter, format) }];
  });
  if (chips.length === 0) return null;
  const without = (names: readonly string[]) =>
    names.reduce((kept, name) => withFilter(kept, name, null), filters);
  return (
    <ul className="pz-chips" aria-label={t('list.activeFilters')}>
      {chips.map(({ field, text }) => (
        <li key={field.field} className="pz-chip">
          <span className="pz-chip-label">{field.label}:</span> {text}
          <button
            type="button"
            className="pz-chip-remove"
            aria-label={t('list.removeFilter', { filter: field.label })}
            onClick={() => list.change({ filters: without([field.field]) })}
          >
            <CloseIcon size="XS" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="pz-text-button"
          onClick={() => list.change({ filters: without(chips.map(({ field }) => field.field)) })}
        >
          {t('list.clearAll')}
        </button>
      </li>
    </ul>
  );
}
