import type { Filter } from '@primazia/backend/kernel/filter';
import { type FormEvent, useState } from 'react';
import { DecimalField } from '../form/price-field.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { FilterIcon } from '../icons.ts';
import { lazily } from '../module/lazily.tsx';
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
import { isSound } from './sound.ts';
import type { FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';

const ValueEditor = lazily(async () => (await import('./value-editor.tsx')).ValueEditor);

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
    <div className="pz-range">
      <DecimalField label={t('list.from')} value={from} onChange={(value) => change(value, to)} />
      <DecimalField label={t('list.to')} value={to} onChange={(value) => change(from, value)} />
    </div>
  );
}

function FilterEditor(props: EditorProps) {
  const { field, filter, onChange } = props;
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
      errorMessage={undefined}
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
  const isRight = filter === null || isSound(field, filter.condition, filter.value);
  const apply = (next: Filter | null) => {
    list.change({ filters: withFilter(list.state.filters, field.field, next) });
    close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) apply(filter);
  };
  return (
    <form className="pz-filter-form" onSubmit={submit}>
      <FilterEditor field={field} filter={filter ?? undefined} onChange={setFilter} />
      {!isRight && (
        <p role="alert" className="pz-help pz-help-invalid">
          {t('list.incomplete')}
        </p>
      )}
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
