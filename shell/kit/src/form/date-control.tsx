import {
  type CalendarDateTime,
  getLocalTimeZone,
  parseAbsoluteToLocal,
  toCalendarDateTime,
} from '@internationalized/date';
import type { FieldValues } from 'react-hook-form';
import { DatePicker } from '../spectrum.ts';
import { type ControlProps, useField } from './controls.tsx';

/** A bare day is its first minute here. */
function read(value: unknown): CalendarDateTime | null {
  if (typeof value !== 'string') return null;
  const moment = new Date(value.length === 10 ? `${value}T00:00` : value);
  if (Number.isNaN(moment.getTime())) return null;
  return toCalendarDateTime(parseAbsoluteToLocal(moment.toISOString()));
}

/** A day and time in the person's time zone; its value is an ISO instant or null. */
export function DateTimeControl<Values extends FieldValues>(props: ControlProps<Values>) {
  const { field, message } = useField(props);
  return (
    <DatePicker
      ref={field.ref}
      label={props.label}
      description={props.description}
      isRequired={props.isRequired ?? false}
      isDisabled={props.isDisabled ?? false}
      granularity="minute"
      hourCycle={24}
      value={read(field.value)}
      onChange={(value) => field.onChange(value?.toDate(getLocalTimeZone()).toISOString() ?? null)}
      onBlur={field.onBlur}
      errorMessage={message}
      width="100%"
      {...(message === undefined ? {} : { validationState: 'invalid' })}
    />
  );
}
