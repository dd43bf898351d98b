import { DateRangePicker, type DateValue } from '../form/spectrum.ts';
import { calendarDay } from './calendar-day.ts';
import { filterOf, withFilter } from './filter-text.ts';
import type { DateField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';
import { JOIN } from './where.ts';

const EARLIEST_YEAR = 2000;

/** While a year is being typed, its value passes through the first centuries. */
const isComplete = (start: DateValue, end: DateValue) =>
  start.year >= EARLIEST_YEAR && start.compare(end) <= 0;

interface DaysFilterProps {
  field: DateField;
  list: ListHandle;
}

/** The filter of a range of days in the toolbar. */
export function DaysFilter({ field, list }: DaysFilterProps) {
  const [start, end = start] = filterOf(list, field.field)?.value.split(JOIN) ?? [];
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
          : { start: calendarDay(start), end: calendarDay(end) }
      }
      onChange={choose}
    />
  );
}
