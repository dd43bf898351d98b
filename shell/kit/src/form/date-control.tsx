import {
  type CalendarDate,
  type CalendarDateTime,
  getLocalTimeZone,
  parseAbsoluteToLocal,
  parseDate,
  toCalendarDateTime,
} from '@internationalized/date';
import { useMemo, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from '../i18n/i18n.ts';
import { type ControlProps, useField } from './controls.tsx';
import { DatePicker } from './spectrum.ts';

/** A day without a time is its first minute. */
function read(value: unknown): CalendarDateTime | null {
  if (typeof value !== 'string') return null;
  const moment = new Date(value.length === 10 ? `${value}T00:00` : value);
  if (Number.isNaN(moment.getTime())) return null;
  return toCalendarDateTime(parseAbsoluteToLocal(moment.toISOString()));
}

const HALF_TYPED = '';

/** How much of a date is typed. Spectrum shows '10/12/2026, ––:––' and keeps reporting the previous value. */
function typedOf(field: HTMLElement | null): 'nothing' | 'half' | 'all' {
  const parts = [...(field?.querySelectorAll('[contenteditable]') ?? [])];
  const open = parts.filter((part) => part.hasAttribute('data-placeholder'));
  if (open.length === 0) return 'all';
  return open.length < parts.length ? 'half' : 'nothing';
}

/** A day and time in the person's time zone; its value is an ISO instant, null, or '' for one that was left half typed. */
export function DateTimeControl<Values extends FieldValues>(props: ControlProps<Values>) {
  const { t } = useTranslation('kit');
  const { field, message } = useField(props, {
    validate: (value) => (value === HALF_TYPED ? t('faults.half_typed') : true),
  });
  const whole = useRef<HTMLDivElement>(null);
  // Spectrum keeps what is half typed in sight as long as its own value stays the very same.
  const [known, setKnown] = useState<unknown>(field.value);
  if (field.value !== HALF_TYPED && field.value !== known) setKnown(field.value);
  const shown = useMemo(() => read(known), [known]);
  const leave = () => {
    const typed = typedOf(whole.current);
    if (typed === 'half') field.onChange(HALF_TYPED);
    else if (field.value === HALF_TYPED) field.onChange(typed === 'all' ? known : null);
    field.onBlur();
  };
  return (
    <div ref={whole}>
      <DatePicker
        ref={field.ref}
        label={props.label}
        description={props.description}
        isRequired={props.isRequired ?? false}
        isDisabled={props.isDisabled ?? false}
        granularity="minute"
        hourCycle={24}
        value={shown}
        onChange={(value) =>
          field.onChange(value?.toDate(getLocalTimeZone()).toISOString() ?? null)
        }
        onBlur={leave}
        errorMessage={message}
        width="100%"
        {...(message === undefined ? {} : { validationState: 'invalid' })}
      />
    </div>
  );
}

/** A day; its value is YYYY-MM-DD, or null where none is chosen. */
export function DayControl<Values extends FieldValues>(props: ControlProps<Values>) {
  const { field, message } = useField(props);
  const chosen: CalendarDate | null = field.value ? parseDate(field.value) : null;
  return (
    <DatePicker
      ref={field.ref}
      label={props.label}
      description={props.description}
      isRequired={props.isRequired ?? false}
      isDisabled={props.isDisabled ?? false}
      granularity="day"
      value={chosen}
      onChange={(value) => field.onChange(value?.toString() ?? null)}
      onBlur={field.onBlur}
      errorMessage={message}
      width="100%"
      {...(message === undefined ? {} : { validationState: 'invalid' })}
    />
  );
}
