import { getLocalTimeZone, parseDate, today } from '@internationalized/date';
import { DateRangePicker } from './spectrum.ts';

/** Two days, both included, as YYYY-MM-DD. */
export interface DayRange {
  from: string;
  to: string;
}

interface DayRangeFieldProps {
  label: string;
  value: DayRange | null;
  /** Called with complete ranges only. */
  onChange: (range: DayRange) => void;
  errorMessage?: string | undefined;
}

/** A range of days, up to today. */
export function DayRangeField({ label, value, onChange, errorMessage }: DayRangeFieldProps) {
  return (
    <DateRangePicker
      label={label}
      labelPosition="side"
      width="size-4600"
      maxWidth="100%"
      maxValue={today(getLocalTimeZone())}
      value={value && { start: parseDate(value.from), end: parseDate(value.to) }}
      onChange={(range) =>
        range !== null && onChange({ from: range.start.toString(), to: range.end.toString() })
      }
      {...(errorMessage === undefined ? {} : { validationState: 'invalid', errorMessage })}
    />
  );
}
