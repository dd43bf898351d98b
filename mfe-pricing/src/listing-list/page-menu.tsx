import { useTranslation } from '@primazia/kit';
import {
  ActionButton,
  CheckmarkCircleIcon,
  HistoryIcon,
  Item,
  Menu,
  MenuTrigger,
  MoreIcon,
  Text,
} from '@primazia/kit/ui';

interface PageMenuProps {
  onBulks: () => void;
  /** Null: the first steps are on the page, or there are none to show. */
  onFirstRun: (() => void) | null;
}

/** What is rarely asked for of the page as a whole. */
export function PageMenu({ onBulks, onFirstRun }: PageMenuProps) {
  const { t } = useTranslation();
  const items = [
    { id: 'bulks', label: t('bulk.acts.title'), icon: HistoryIcon, onAction: onBulks },
    ...(onFirstRun === null
      ? []
      : [
          {
            id: 'first-run',
            label: t('first_run.title'),
            icon: CheckmarkCircleIcon,
            onAction: onFirstRun,
          },
        ]),
  ];
  return (
    <MenuTrigger align="end">
      <ActionButton aria-label={t('listings.page_menu')}>
        <MoreIcon />
      </ActionButton>
      <Menu items={items} onAction={(key) => items.find(({ id }) => id === key)?.onAction()}>
        {({ id, label, icon: Icon }) => (
          <Item key={id} textValue={label}>
            <Icon size="S" />
            <Text>{label}</Text>
          </Item>
        )}
      </Menu>
    </MenuTrigger>
  );
}
