import { lazily } from '../deferred/lazily.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { ChevronDownIcon, FilterIcon, SettingsIcon } from '../icons.ts';
import {
  ActionButton,
  Item,
  Menu,
  MenuTrigger,
  Text,
  Tooltip,
  TooltipTrigger,
} from '../spectrum.ts';
import { FilterPopover } from './filter-popover.tsx';
import { filterOf, withFilter } from './filter-text.ts';
import type { FilterField, SelectField } from './types.ts';
import type { ListHandle } from './use-list-state.ts';
import { JOIN } from './where.ts';

interface FilterProps<Field> {
  field: Field;
  list: ListHandle;
}

const DaysFilter = lazily(async () => (await import('./days-filter.tsx')).DaysFilter);

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

function OpenFilter({ field, list }: FilterProps<FilterField>) {
  if (field.kind === 'select') return <SelectFilter field={field} list={list} />;
  if (field.kind === 'date') return <DaysFilter field={field} list={list} />;
  return <FilterPopover field={field} list={list} />;
}

interface FilterBarProps {
  fields: readonly FilterField[];
  list: ListHandle;
  /** The fields that the person keeps in the toolbar; an active filter is there in any case. */
  open: readonly string[];
  onOpen: (fields: string[]) => void;
  /** Of the panel with the filter builder. */
  builderId: string;
  isBuilderOpen: boolean;
  onBuilder: (isOpen: boolean) => void;
}

/** The filters of a list: a few are open, and rows of others can be composed behind a button. */
export function FilterBar(props: FilterBarProps) {
  const { fields, list, open, onOpen, builderId, isBuilderOpen, onBuilder } = props;
  const { t } = useTranslation('kit');
  const inBar = fields.filter(
    (field) => open.includes(field.field) || filterOf(list, field.field) !== undefined,
  );
  const rows = list.state.where.length;
  if (fields.length === 0) return null;
  return (
    <>
      {inBar.map((field) => (
        <OpenFilter key={field.field} field={field} list={list} />
      ))}
      <ActionButton
        aria-expanded={isBuilderOpen}
        {...(isBuilderOpen ? { 'aria-controls': builderId } : {})}
        onPress={() => onBuilder(!isBuilderOpen)}
      >
        <FilterIcon />
        <Text>
          {t('list.moreFilters')}
          {rows > 0 && ` (${rows})`}
        </Text>
      </ActionButton>
      <MenuTrigger closeOnSelect={false}>
        <TooltipTrigger>
          <ActionButton aria-label={t('list.chooseFilters')}>
            <SettingsIcon />
          </ActionButton>
          <Tooltip>{t('list.chooseFilters')}</Tooltip>
        </TooltipTrigger>
        <Menu
          aria-label={t('list.chooseFilters')}
          items={fields}
          selectionMode="multiple"
          selectedKeys={inBar.map(({ field }) => field)}
          disabledKeys={inBar
            .filter(({ field }) => filterOf(list, field))
            .map(({ field }) => field)}
          onSelectionChange={(keys) =>
            onOpen(
              fields.map(({ field }) => field).filter((field) => keys === 'all' || keys.has(field)),
            )
          }
        >
          {({ field, label }) => <Item key={field}>{label}</Item>}
        </Menu>
      </MenuTrigger>
    </>
  );
}
