import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { AddIcon, CloseIcon } from '../icons.ts';
import { ActionButton, Button, ButtonGroup, Item, Picker, Text } from '../spectrum.ts';
import {
  conditionsOf,
  type DraftRow,
  draftOf,
  emptyRow,
  faultsOf,
  filtersOf,
  type RowFaults,
  withCondition,
  withField,
} from './filter-rows.ts';
import type { FilterField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';
import { ValueEditor } from './value-editor.tsx';
import { fits } from './where.ts';

/** The text of a condition in a row. */
const WORDS = {
  LIKE: 'contains',
  BETWEEN: 'between',
  '=': 'equal',
  '>=': 'at_least',
  '<=': 'at_most',
  '!=': 'different',
  IN: 'any_of',
} as const;

const OPERATORS = ['AND', 'OR'] as const;

interface RowProps {
  row: DraftRow;
  place: number;
  /** The attributes that no other row has. */
  free: readonly FilterField[];
  field: FilterField | undefined;
  faults: RowFaults;
  autoFocus: boolean;
  onChange: (row: DraftRow) => void;
  onRemove: () => void;
}

function Row({ row, place, free, field, faults, autoFocus, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('kit');
  const marks = (code: string | undefined) =>
    code === undefined
      ? {}
      : { validationState: 'invalid' as const, errorMessage: t(`faults.${code}`) };
  const conditions = (field === undefined ? [] : conditionsOf(field)).map((id) => ({ id }));
  return (
    <fieldset className="pz-filter-row">
      <legend className="pz-hidden">{t('list.filterRow', { number: place + 1 })}</legend>
      {place > 0 && (
        <Picker
          label={t('list.join')}
          selectedKey={row.logicalOperator}
          onSelectionChange={(key) =>
            onChange({ ...row, logicalOperator: key === 'OR' ? 'OR' : 'AND' })
          }
          width="size-1000"
        >
          {OPERATORS.map((operator) => (
            <Item key={operator}>{t(`list.operator.${operator}`)}</Item>
          ))}
        </Picker>
      )}
      <Picker
        label={t('list.attribute')}
        items={free}
        selectedKey={row.field}
        onSelectionChange={(key) => {
          const chosen = free.find((one) => one.field === key);
          if (chosen !== undefined && chosen.field !== row.field) onChange(withField(row, chosen));
        }}
        autoFocus={autoFocus}
        width="size-2400"
        {...marks(faults.field)}
      >
        {(one) => <Item key={one.field}>{one.label}</Item>}
      </Picker>
      <Picker
        label={t('list.condition')}
        items={conditions}
        selectedKey={row.condition}
        onSelectionChange={(key) => {
          const chosen = conditions.find(({ id }) => id === key);
          if (chosen !== undefined) onChange(withCondition(row, chosen.id));
        }}
        isDisabled={field === undefined}
        width="size-2000"
        {...marks(faults.condition)}
      >
        {({ id }) => (
          <Item key={id}>
            {t(`list.conditions.${field?.kind === 'date' ? 'date_' : ''}${WORDS[id]}`)}
          </Item>
        )}
      </Picker>
      <div className="pz-filter-value">
        {field !== undefined && row.condition !== null && (
          <ValueEditor
            // Another attribute or condition takes values of another kind: nothing of the editor before remains.
            key={`${field.field} ${row.condition}`}
            field={field}
            condition={row.condition}
            value={row.value}
            onChange={(value) => onChange({ ...row, value })}
            errorMessage={faults.value === undefined ? undefined : t(`faults.${faults.value}`)}
          />
        )}
      </div>
      <ActionButton
        isQuiet
        aria-label={t('list.removeRow', { number: place + 1 })}
        onPress={onRemove}
      >
        <CloseIcon size="S" />
      </ActionButton>
    </fieldset>
  );
}

interface BuilderProps {
  fields: readonly FilterField[];
  list: ListHandle;
  id: string;
}

/** Composes filters row by row, joined by AND or OR; they take effect together. */
export function FilterBuilder({ fields, list, id }: BuilderProps) {
  const { t } = useTranslation('kit');
  const { where, filters } = list.state;
  const written = JSON.stringify(where);
  const [known, setKnown] = useState(written);
  const [rows, setRows] = useState(() => draftOf(where));
  const [isTried, setTried] = useState(false);
  const [focused, setFocused] = useState<number | null>(null);
  const end = useRef<HTMLDivElement>(null);
  // The URL was changed from elsewhere (Back, a chip): the rows follow.
  if (written !== known) {
    setKnown(written);
    setRows(draftOf(where));
    setTried(false);
  }

  const used = new Set(rows.map((row) => row.field));
  const next = filtersOf(rows, fields);
  const isTooMany = next !== null && !fits(filters, next);
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, emptyRow(key)]);
    setFocused(key);
    setTried(false);
  };
  const remove = (key: number) => {
    const remaining = rows.filter((row) => row.key !== key);
    setRows(remaining.length === 0 ? [emptyRow(key + 1)] : remaining);
    end.current?.querySelector('button')?.focus();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (next === null || isTooMany) return;
    setKnown(JSON.stringify(next));
    setRows(draftOf(next));
    setTried(false);
    list.change({ where: next });
  };
  const clear = () => {
    setRows(draftOf([]));
    setTried(false);
    if (where.length > 0) list.change({ where: [] });
  };
  return (
    <form id={id} className="pz-builder" aria-label={t('list.moreFilters')} onSubmit={apply}>
      {rows.map((row, place) => (
        <Row
          key={row.key}
          row={row}
          place={place}
          free={fields.filter(({ field }) => field === row.field || !used.has(field))}
          field={fields.find(({ field }) => field === row.field)}
          faults={isTried && next === null ? faultsOf(row, fields) : {}}
          autoFocus={focused === row.key}
          onChange={(changed) =>
            setRows((now) => now.map((one) => (one.key === changed.key ? changed : one)))
          }
          onRemove={() => remove(row.key)}
        />
      ))}
      <p role="alert" className="pz-help pz-help-invalid">
        {isTried && next === null && t('list.incomplete')}
        {isTried && isTooMany && t('list.tooManyRows')}
      </p>
      <div ref={end} className="pz-builder-end">
        <ActionButton
          onPress={add}
          isDisabled={rows.length >= fields.length || rows.some((row) => row.field === null)}
        >
          <AddIcon size="S" />
          <Text>{t('list.addRow')}</Text>
        </ActionButton>
        <ButtonGroup>
          <Button variant="secondary" onPress={clear}>
            {t('list.clear')}
          </Button>
          <Button variant="accent" type="submit">
            {t('list.apply')}
          </Button>
        </ButtonGroup>
      </div>
    </form>
  );
}
