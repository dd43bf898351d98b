import type { Filter } from '@primazia/backend/kernel/filter';
import { type FormEvent, useState } from 'react';
import { lazily } from '../deferred/lazily.tsx';
import { amountTyped, DecimalField } from '../form/price-field.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { FilterIcon } from '../icons.ts';
import {
  ActionButton,
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogTrigger,
  Heading,
  Text,
} from '../spectrum.ts';
import { conditionsOf } from './filter-rows.ts';
import { numberFilter, numberRange, withFilter } from './filter-text.ts';
import { faultOf } from './filter-validation.ts';
import type { FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';

const ValueEditor = lazily(async () => (await import('./value-editor.tsx')).ValueEditor);

interface EditorProps {
  field: FilterField;
  filter: Filter | undefined;
  onChange: (filter: Filter | null) => void;
  /** What is wrong with the filter. */
  errorMessage: string | undefined;
}

function NumberEditor({ field, filter, onChange, errorMessage }: EditorProps) {
  const { t } = useTranslation('kit');
  const [[from, to], setRange] = useState(() => numberRange(filter));
  const change = (nextFrom: number | null, nextTo: number | null) => {
    setRange([nextFrom, nextTo]);
    onChange(numberFilter(field.field, nextFrom, nextTo));
  };
  // For a text that is not a number, the field shows its own message.
  const message = Number.isNaN(from) || Number.isNaN(to) ? undefined : errorMessage;
  return (
    <div className="pz-range">
      <DecimalField
        label={t('list.from')}
        value={Number.isNaN(from) ? null : from}
        onChange={(value, parsed) => change(amountTyped(value, parsed), to)}
        errorMessage={from === null ? undefined : message}
      />
      <DecimalField
        label={t('list.to')}
        value={Number.isNaN(to) ? null : to}
        onChange={(value, parsed) => change(from, amountTyped(value, parsed))}
        errorMessage={from === null ? message : undefined}
      />
    </div>
  );
}

function FilterEditor(props: EditorProps) {
  const { field, filter, onChange, errorMessage } = props;
  const condition = filter?.condition ?? conditionsOf(field)[0] ?? '=';
  if (field.kind === 'numeric' || field.kind === 'monetary') return <NumberEditor {...props} />;
  return (
    <ValueEditor
      field={field}
      condition={condition}
      value={filter?.value ?? ''}
      onChange={(value) =>
        onChange(
          value === '' ? null : { field: field.field, condition, value, logicalOperator: 'AND' },
        )
      }
      errorMessage={errorMessage}
    />
  );
}

interface FilterPopoverProps {
  field: FilterField;
  list: ListHandle;
}

function FilterForm({ field, list, close }: FilterPopoverProps & { close: () => void }) {
  const { t } = useTranslation('kit');
  const [filter, setFilter] = useState(
    list.state.filters.find((one) => one.field === field.field) ?? null,
  );
  const fault = filter === null ? null : faultOf(field, filter.condition, filter.value);
  const apply = (next: Filter | null) => {
    list.change({ filters: withFilter(list.state.filters, field.field, next) });
    close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === null) apply(filter);
  };
  return (
    <form className="pz-filter-form" onSubmit={submit}>
      <FilterEditor
        field={field}
        filter={filter ?? undefined}
        onChange={setFilter}
        errorMessage={fault === null ? undefined : t(`faults.${fault}`)}
      />
      <ButtonGroup>
        <Button variant="secondary" onPress={() => apply(null)}>
          {t('list.clear')}
        </Button>
        <Button variant="accent" type="submit">
          {t('list.apply')}
        </Button>
      </ButtonGroup>
    </form>
  );
}

/** One filter behind a button. */
export function FilterPopover({ field, list }: FilterPopoverProps) {
  const isActive = list.state.filters.some((filter) => filter.field === field.field);
  return (
    <DialogTrigger type="popover" placement="bottom start">
      <ActionButton>
        <FilterIcon />
        <Text>
          {field.label}
          {isActive && ' (1)'}
        </Text>
      </ActionButton>
      {(close) => (
        <Dialog size="S">
          <Heading>{field.label}</Heading>
          <Content>
            <FilterForm field={field} list={list} close={close} />
          </Content>
        </Dialog>
      )}
    </DialogTrigger>
  );
}
