import type { Condition } from '@primazia/backend/kernel/list-schema';
import { VALUE_LENGTHS } from '@primazia/backend/kernel/list-schema';
import { useState } from 'react';
import { DecimalField } from '../form/price-field.tsx';
import { CheckboxGroup, DatePicker, DateRangePicker } from '../form/spectrum.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { Checkbox, Item, Picker, TextField } from '../spectrum.ts';
import { calendarDay } from './calendar-day.ts';
import { SearchSelect } from './search-select.tsx';
import type {
  Choice,
  DateField,
  FilterField,
  NumberField,
  SearchField,
  SelectField,
} from './types.ts';
import { JOIN } from './where.ts';

export interface ValueProps<Field extends FilterField = FilterField> {
  field: Field;
  condition: Condition;
  /** As it is on the wire; '' is none. */
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with it. */
  errorMessage: string | undefined;
}

const marks = (errorMessage: string | undefined) =>
  errorMessage === undefined ? {} : { validationState: 'invalid' as const, errorMessage };

const isRange = (condition: Condition) => condition === 'BETWEEN';

const writeNumber = (value: number | null) => (value === null ? '' : String(value));
const readNumber = (text: string | undefined) =>
  text === undefined || text === '' || Number.isNaN(Number(text)) ? null : Number(text);

function NumberValue(props: ValueProps<NumberField>) {
  const { t } = useTranslation('kit');
  const { field, condition, value, onChange, errorMessage } = props;
  const maxLength = VALUE_LENGTHS[field.kind];
  const [first = '', last = ''] = value.split(JOIN);
  if (!isRange(condition)) {
    return (
      <DecimalField
        label={t('list.value')}
        value={readNumber(value)}
        onChange={(next) => onChange(writeNumber(next))}
        maxLength={maxLength}
        errorMessage={errorMessage}
      />
    );
  }
  const join = (from: string, to: string) =>
    onChange(from === '' && to === '' ? '' : `${from}${JOIN}${to}`);
  return (
    <div className="pz-range">
      <DecimalField
        label={t('list.from')}
        value={readNumber(first)}
        onChange={(next) => join(writeNumber(next), last)}
        maxLength={maxLength}
        errorMessage={first === '' || last !== '' ? errorMessage : undefined}
      />
      <DecimalField
        label={t('list.to')}
        value={readNumber(last)}
        onChange={(next) => join(first, writeNumber(next))}
        maxLength={maxLength}
        errorMessage={last === '' ? errorMessage : undefined}
      />
    </div>
  );
}

function SelectValue(props: ValueProps<SelectField>) {
  const { t } = useTranslation('kit');
  const { field, condition, value, onChange, errorMessage } = props;
  if (condition === 'IN') {
    return (
      <CheckboxGroup
        label={t('list.value')}
        value={value === '' ? [] : value.split(JOIN)}
        onChange={(values) =>
          onChange(
            field.options
              .map((option) => option.value)
              .filter((one) => values.includes(one))
              .join(JOIN),
          )
        }
        {...marks(errorMessage)}
      >
        {field.options.map((option) => (
          <Checkbox key={option.value} value={option.value}>
            {option.label}
          </Checkbox>
        ))}
      </CheckboxGroup>
    );
  }
  return (
    <Picker
      label={t('list.value')}
      items={field.options}
      selectedKey={value === '' ? null : value}
      onSelectionChange={(key) => onChange(String(key))}
      width="100%"
      {...marks(errorMessage)}
    >
      {(option) => <Item key={option.value}>{option.label}</Item>}
    </Picker>
  );
}

function DateValue({ condition, value, onChange, errorMessage }: ValueProps<DateField>) {
  const { t } = useTranslation('kit');
  const [start, end] = value === '' ? [] : value.split(JOIN);
  if (!isRange(condition)) {
    return (
      <DatePicker
        label={t('list.value')}
        value={start === undefined ? null : calendarDay(start)}
        onChange={(day) => onChange(day === null ? '' : day.toString())}
        width="100%"
        {...marks(errorMessage)}
      />
    );
  }
  return (
    <DateRangePicker
      label={t('list.value')}
      value={
        start === undefined || end === undefined
          ? null
          : { start: calendarDay(start), end: calendarDay(end) }
      }
      onChange={(range) => onChange(range === null ? '' : `${range.start}${JOIN}${range.end}`)}
      width="100%"
      {...marks(errorMessage)}
    />
  );
}

function SearchValue(props: ValueProps<SearchField>) {
  const { t } = useTranslation('kit');
  const { field, condition, value, onChange, errorMessage } = props;
  // The names of values that were chosen here; those of values in a link are given by the page.
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(new Map());
  const values = value === '' ? [] : value.split(JOIN);
  const choose = (chosen: Choice[]) => {
    setNamed(new Map([...named, ...chosen.map((one) => [one.value, one.label] as const)]));
    onChange(chosen.map((one) => one.value).join(JOIN));
  };
  return (
    <SearchSelect
      label={t('list.value')}
      name={field.field}
      search={field.search}
      isMany={condition === 'IN'}
      chosen={values.map((one) => ({
        value: one,
        label: named.get(one) ?? field.nameOf?.(one) ?? one,
      }))}
      onChange={choose}
      errorMessage={errorMessage}
    />
  );
}

/** The input for the value of a filter, by its field and condition. */
export function ValueEditor(props: ValueProps) {
  const { t } = useTranslation('kit');
  const { field, value, onChange, errorMessage } = props;
  switch (field.kind) {
    case 'numeric':
    case 'monetary':
      return <NumberValue {...props} field={field} />;
    case 'select':
      return <SelectValue {...props} field={field} />;
    case 'date':
      return <DateValue {...props} field={field} />;
    case 'search':
    case 'multi_search':
      return <SearchValue {...props} field={field} />;
    case 'text':
      return (
        <TextField
          label={t('list.value')}
          value={value}
          onChange={onChange}
          maxLength={VALUE_LENGTHS.text}
          autoComplete="off"
          width="100%"
          {...marks(errorMessage)}
        />
      );
  }
}
