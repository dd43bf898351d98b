import type { BulkAction } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import {
  ActionButton,
  ArchiveIcon,
  EditIcon,
  Item,
  Menu,
  MenuTrigger,
  MoneyIcon,
  PlayIcon,
  RemoveCircleIcon,
  Text,
} from '@primazia/kit/ui';
import type { ComponentType } from 'react';

const ACTIONS: readonly { id: BulkAction; icon: ComponentType<{ size?: 'S' }> }[] = [
  { id: 'enable', icon: PlayIcon },
  { id: 'disable', icon: RemoveCircleIcon },
  { id: 'edit', icon: EditIcon },
  { id: 'limits', icon: MoneyIcon },
  { id: 'archive', icon: ArchiveIcon },
];

interface BulkMenuProps {
  isDisabled: boolean;
  onChoose: (action: BulkAction) => void;
}

/** What can be done to the rules of all the chosen listings. */
export function BulkMenu({ isDisabled, onChoose }: BulkMenuProps) {
  const { t } = useTranslation();
  return (
    <MenuTrigger>
      <ActionButton isDisabled={isDisabled}>{t('bulk.menu')}</ActionButton>
      <Menu
        items={ACTIONS}
        onAction={(key) => {
          const action = ACTIONS.find(({ id }) => id === key);
          if (action !== undefined) onChoose(action.id);
        }}
      >
        {({ id, icon: Icon }) => (
          <Item key={id} textValue={t(`bulk.action.${id}`)}>
            <Icon size="S" />
            <Text>{t(`bulk.action.${id}`)}</Text>
          </Item>
        )}
      </Menu>
    </MenuTrigger>
  );
}
