import { MAX_ORDERS } from '@primazia/backend/kernel/filter';
import { useTranslation } from '../i18n/i18n.ts';
import { CloseIcon, SortDownIcon, SortUpIcon } from '../icons.ts';
import {
  ActionButton,
  Content,
  Dialog,
  DialogTrigger,
  Heading,
  Item,
  Picker,
  Text,
} from '../spectrum.ts';
import { alsoOrderedBy, turned } from './orders.ts';
import { defaultState } from './state.ts';
import type { ListHandle } from './use-list-state.ts';

export interface SortColumn {
  header: string;
  orderBy: string;
}

interface SortMenuProps {
  list: ListHandle;
  columns: readonly SortColumn[];
}

/** The columns that order a list, the most important first: each can be reversed and removed. */
export function SortMenu({ list, columns }: SortMenuProps) {
  const { t } = useTranslation('kit');
  const { orders } = list.state;
  const nameOf = (field: string) =>
    columns.find(({ orderBy }) => orderBy === field)?.header ?? field;
  const free = columns.filter(({ orderBy }) => !orders.some(({ field }) => field === orderBy));
  const change = (next: typeof orders) =>
    // A list always has an order: after the last one is removed, the page's default applies.
    list.change({ orders: next.length === 0 ? defaultState(list.options).orders : next });
  return (
    <DialogTrigger type="popover" placement="bottom start">
      <ActionButton>
        <SortDownIcon />
        <Text>
          {t('list.sort')}
          {orders.length > 1 && ` (${orders.length})`}
        </Text>
      </ActionButton>
      <Dialog size="S">
        <Heading>{t('list.sort')}</Heading>
        <Content>
          <ol className="pz-orders">
            {orders.map(({ field, direction }) => (
              <li key={field}>
                <span className="pz-orders-name">{nameOf(field)}</span>
                <ActionButton
                  isQuiet
                  aria-label={t('list.turnOrder', {
                    order: t(direction === 'asc' ? 'list.ascending' : 'list.descending', {
                      column: nameOf(field),
                    }),
                  })}
                  onPress={() => change(turned(orders, field))}
                >
                  {direction === 'asc' ? <SortUpIcon size="S" /> : <SortDownIcon size="S" />}
                </ActionButton>
                <ActionButton
                  isQuiet
                  aria-label={t('list.removeOrder', { column: nameOf(field) })}
                  onPress={() => change(orders.filter((order) => order.field !== field))}
                >
                  <CloseIcon size="S" />
                </ActionButton>
              </li>
            ))}
          </ol>
          {orders.length < MAX_ORDERS && free.length > 0 && (
            <Picker
              label={t(orders.length === 0 ? 'list.orderBy' : 'list.thenBy')}
              items={free}
              selectedKey={null}
              onSelectionChange={(key) => change(alsoOrderedBy(orders, String(key)))}
              width="100%"
            >
              {({ header, orderBy }) => <Item key={orderBy}>{header}</Item>}
            </Picker>
          )}
        </Content>
      </Dialog>
    </DialogTrigger>
  );
}
