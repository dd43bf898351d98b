import { useTranslation } from '../i18n/i18n.ts';
import { SortDownIcon } from '../icons.ts';
import { ActionButton, Item, Menu, MenuTrigger, Text } from '../spectrum.ts';
import type { ListHandle } from './use-list-state.ts';

interface SortMenuProps {
  list: ListHandle;
  columns: readonly { header: string; orderBy: string }[];
}

/** Ordering where rows are cards and no header stands above them. */
export function SortMenu({ list, columns }: SortMenuProps) {
  const { t } = useTranslation('kit');
  const [order] = list.state.orders;
  const items = columns.flatMap(({ header, orderBy }) => [
    { key: `${orderBy}:asc`, label: t('list.ascending', { column: header }) },
    { key: `${orderBy}:desc`, label: t('list.descending', { column: header }) },
  ]);
  const choose = (key: string) => {
    const [field = '', direction] = key.split(':');
    list.change({ orders: [{ field, direction: direction === 'asc' ? 'asc' : 'desc' }] });
  };
  return (
    <MenuTrigger>
      <ActionButton>
        <SortDownIcon />
        <Text>{t('list.sort')}</Text>
      </ActionButton>
      <Menu
        aria-label={t('list.sort')}
        items={items}
        selectionMode="single"
        selectedKeys={order === undefined ? [] : [`${order.field}:${order.direction}`]}
        onAction={(key) => choose(String(key))}
      >
        {(item) => <Item key={item.key}>{item.label}</Item>}
      </Menu>
    </MenuTrigger>
  );
}
