import { parseDate } from '@internationalized/date';
import type { Filter } from '@primazia/backend/kernel/filter';
import { type FormEvent, useState } from 'react';
import { DecimalField } from '../form/price-field.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { FilterIcon } from '../icons.ts';
import {
  ActionButton,
  Button,
  ButtonGroup,
  Checkbox,
  CheckboxGroup,
  Content,
  DateRangePicker,
  Dialog,
  DialogTrigger,
  Heading,
  Text,
  TextField,
} from '../spectrum.ts';
import { JOIN, numberFilter, numberRange, withFilter } from './filter-text.ts';
import type { FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';

interface EditorProps {
  field: FilterField;
  filter: Filter | undefined;
  onChange: (filter: Filter | null) => void;
}

function NumberEditor({ field, filter, onChange }: EditorProps) {
  const { t } = useTranslation('kit');
  const [[from, to], setRange] = useState(() => numberRange(filter));
  const change = (nextFrom: number | null, nextTo: number | null) => {
    setRange([nextFrom, nextTo]);
    onChange(numberFilter(field.field, nextFrom, nextTo));
  };
  return (
    <fieldset className="pz-fieldset">
      <legend>{field.label}</legend>
      <div className="pz-range">
        <DecimalField label={t('list.from')} value={from} onChange={(value) => change(value, to)} />
        <DecimalField label={t('list.to')} value={to} onChange={(value) => change(from, value)} />
      </div>
    </fieldset>
  );
}

/** Edits one filter; the kind of its field says how. */
function FilterEditor({ field, filter, onChange }: EditorProps) {
  const make = (condition: Filter['condition'], value: string): Filter | null =>
    value === '' ? null : { field: field.field, condition, value, logicalOperator: 'AND' };
  switch (field.kind) {
    case 'select':
      return (
        <CheckboxGroup
          label={field.label}
          value={filter?.value.split(JOIN) ?? []}
          onChange={(values) => onChange(make('IN', values.join(JOIN)))}
        >
          {field.options.map((option) => (
            <Checkbox key={option.value} value={option.value}>
              {option.label}
            </Checkbox>
          ))}
        </CheckboxGroup>
      );
    case 'text':
      return (
        <TextField
          label={field.label}
          value={filter?.value ?? ''}
          onChange={(value) => onChange(make('LIKE', value))}
          width="100%"
        />
      );
    case 'number':
      return <NumberEditor field={field} filter={filter} onChange={onChange} />;
    case 'days': {
      const [start, end] = filter?.value.split(JOIN) ?? [];
      return (
        <DateRangePicker
          label={field.label}
          value={
            start === undefined || end === undefined
              ? null
              : { start: parseDate(start), end: parseDate(end) }
          }
          onChange={(range) =>
            onChange(make('BETWEEN', range === null ? '' : `${range.start}${JOIN}${range.end}`))
          }
        />
      );
    }
  }
}

interface FilterDialogProps {
  fields: readonly FilterField[];
  list: ListHandle;
  label: string;
}

function FilterForm({ fields, list, close }: FilterDialogProps & { close: () => void }) {
  const { t } = useTranslation('kit');
  const [filters, setFilters] = useState(list.state.filters);
  const apply = (next: Filter[]) => {
    list.change({ filters: next });
    close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(filters);
  };
  const cleared = () =>
    fields.reduce((kept, { field }) => withFilter(kept, field, null), list.state.filters);
  return (
    <form className="pz-filter-form" onSubmit={submit}>
      {fields.map((field) => (
        <FilterEditor
          key={field.field}
          field={field}
          filter={filters.find((filter) => filter.field === field.field)}
          onChange={(filter) => setFilters((now) => withFilter(now, field.field, filter))}
        />
      ))}
      <ButtonGroup>
        <Button variant="secondary" onPress={() => apply(cleared())}>
          {t('list.clear')}
        </Button>
        <Button variant="accent" type="submit">
          {t('list.apply')}
        </Button>
      </ButtonGroup>
    </form>
  );
}

/** Some filters behind one button; they take effect together. */
export function FilterDialog({ fields, list, label }: FilterDialogProps) {
  const active = list.state.filters.filter((filter) =>
    fields.some((field) => field.field === filter.field),
  ).length;
  return (
    <DialogTrigger type="popover" placement="bottom start">
      <ActionButton>
        <FilterIcon />
        <Text>
          {label}
          {active > 0 && ` (${active})`}
        </Text>
      </ActionButton>
      {(close) => (
        <Dialog size="S">
          <Heading>{label}</Heading>
          <Content>
            <FilterForm fields={fields} list={list} label={label} close={close} />
          </Content>
        </Dialog>
      )}
    </DialogTrigger>
  );
}
