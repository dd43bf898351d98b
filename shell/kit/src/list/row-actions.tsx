import { useTranslation } from '../i18n/i18n.ts';
import { MoreIcon } from '../icons.ts';
import {
  ActionButton,
  Item,
  Menu,
  MenuTrigger,
  ProgressCircle,
  Text,
  Tooltip,
  TooltipTrigger,
} from '../spectrum.ts';
import type { RowAction } from './types.ts';

/** More than these go into a menu. */
const ICONS = 2;

interface RowActionsProps {
  actions: readonly RowAction[];
  /** Which row, for those who hear the page. */
  rowLabel: string;
  /** False: the press came while the row was changing under the pointer. */
  mayPress: () => boolean;
}

/** What can be done with a row: two icons at most, the rest in a menu. */
export function RowActions({ actions, rowLabel, mayPress }: RowActionsProps) {
  const { t } = useTranslation('kit');
  const inSight = actions.length <= ICONS ? actions : actions.slice(0, ICONS - 1);
  const inMenu = actions.slice(inSight.length);
  const press = (action: RowAction | undefined) => {
    if (action !== undefined && !action.busy && mayPress()) action.onPress();
  };
  return (
    <div className="pz-row-actions">
      {inSight.map((action) => (
        <TooltipTrigger key={action.id} delay={400}>
          <ActionButton
            isQuiet
            aria-label={`${action.label}: ${rowLabel}`}
            isDisabled={action.busy ?? false}
            onPress={() => press(action)}
          >
            {action.busy ? (
              <ProgressCircle size="S" isIndeterminate aria-label={t('states.loading')} />
            ) : (
              <action.icon size="S" />
            )}
          </ActionButton>
          <Tooltip>{action.label}</Tooltip>
        </TooltipTrigger>
      ))}
      {inMenu.length > 0 && (
        <MenuTrigger align="end">
          <ActionButton isQuiet aria-label={`${t('list.moreActions')}: ${rowLabel}`}>
            <MoreIcon size="S" />
          </ActionButton>
          <Menu
            items={inMenu}
            disabledKeys={inMenu.filter((action) => action.busy).map((action) => action.id)}
            onAction={(key) => press(inMenu.find((action) => action.id === key))}
          >
            {(action) => (
              <Item key={action.id} textValue={action.label}>
                <action.icon size="S" />
                <Text>{action.label}</Text>
              </Item>
            )}
          </Menu>
        </MenuTrigger>
      )}
    </div>
  );
}
