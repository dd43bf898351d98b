import { parseDate } from '@internationalized/date';
import { useTranslation } from '../i18n/i18n.ts';
import { ChevronDownIcon } from '../icons.ts';
import {
  ActionButton,
  DateRangePicker,
  type DateValue,
  Item,
  Menu,
  MenuTrigger,
  Text,
} from '../spectrum.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { JOIN, withFilter } from './filter-text.ts';
import type { FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';

interface FilterProps<Field> {
  field: Field;
  list: ListHandle;
}

type SelectField = Extract<FilterField, { kind: 'select' }>;
type DaysField = Extract<FilterField, { kind: 'days' }>;

const filterOf = (list: ListHandle, field: string) =>
  list.state.filters.find((filter) => filter.field === field);

function SelectFilter({ field, list }: FilterProps<SelectField>) {
  const chosen = filterOf(list, field.field)?.value.split(JOIN) ?? [];
  const choose = (values: readonly string[]) => {
    const filter = {
      field: field.field,
      condition: 'IN' as const,
      value: values.join(JOIN),
      logicalOperator: 'AND' as const,
    };
    const { filters } = list.state;
    list.change({
      filters: withFilter(filters, field.field, values.length === 0 ? null : filter),
    });
  };
  return (
    <MenuTrigger closeOnSelect={false}>
      <ActionButton>
        <Text>
          {field.label}
          {chosen.length > 0 && ` (${chosen.length})`}
        </Text>
        <ChevronDownIcon size="S" />
      </ActionButton>
      <Menu
        aria-label={field.label}
        items={field.options}
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={(keys) =>
          choose(
            field.options
              .map((option) => option.value)
              .filter((value) => keys === 'all' || keys.has(value)),
          )
        }
      >
        {(option) => <Item key={option.value}>{option.label}</Item>}
      </Menu>
    </MenuTrigger>
  );
}

const EARLIEST_YEAR = 2000;

/** While a year is being typed it passes through the first centuries. */
const isComplete = (start: DateValue, end: DateValue) =>
  start.year >= EARLIEST_YEAR && start.compare(end) <= 0;

function DaysFilter({ field, list }: FilterProps<DaysField>) {
  const [start, end] = filterOf(list, field.field)?.value.split(JOIN) ?? [];
  const choose = (range: { start: DateValue; end: DateValue } | null) => {
    const { filters } = list.state;
    if (range === null) {
      if (!field.required) list.change({ filters: withFilter(filters, field.field, null) });
    } else if (isComplete(range.start, range.end)) {
      const value = `${range.start.toString()}${JOIN}${range.end.toString()}`;
      list.change({
        filters: withFilter(filters, field.field, {
          field: field.field,
          condition: 'BETWEEN',
          value,
          logicalOperator: 'AND',
        }),
      });
    }
  };
  return (
    <DateRangePicker
      aria-label={field.label}
      value={
        start === undefined || end === undefined
          ? null
          : { start: parseDate(start), end: parseDate(end) }
      }
      onChange={choose}
    />
  );
}

function OpenFilter({ field, list }: FilterProps<FilterField>) {
  if (field.kind === 'select') return <SelectFilter field={field} list={list} />;
  if (field.kind === 'days') return <DaysFilter field={field} list={list} />;
  return <FilterDialog fields={[field]} list={list} label={field.label} />;
}

/** The filters of a list: two or three stand open, the others wait behind one button. */
export function FilterBar({ fields, list }: { fields: readonly FilterField[]; list: ListHandle }) {
  const { t } = useTranslation('kit');
  const more = fields.filter((field) => !field.open);
  return (
    <>
      {fields
        .filter((field) => field.open)
        .map((field) => (
          <OpenFilter key={field.field} field={field} list={list} />
        ))}
      {more.length > 0 && <FilterDialog fields={more} list={list} label={t('list.moreFilters')} />}
    </>
  );
}
