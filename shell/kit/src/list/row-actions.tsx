import { useState } from 'react';
import { MoreIcon } from '../icons.ts';
import { ActionButton, Item, Menu, MenuTrigger, ProgressCircle, Text } from '../spectrum.ts';
import type { RowAction, Texts } from './types.ts';

/** More than these go into a menu. */
const ICONS = 2;

interface RowActionsProps {
  t: Texts;
  actions: readonly RowAction[];
  /** The name of the row for screen readers. */
  rowLabel: string;
  /** False: the row was just changing under the pointer. */
  mayPress: () => boolean;
}

/**
 * What can be done with a row: two icons at most, the rest in a menu. Plain buttons, for there are hundreds of them on
 * a page; the menu is rendered when it is opened.
 */
export function RowActions({ t, actions, rowLabel, mayPress }: RowActionsProps) {
  const inSight = actions.filter(({ inMenu }) => !inMenu).slice(0, ICONS);
  const inMenu = actions.filter((action) => !inSight.includes(action));
  const press = (action: RowAction | undefined) => {
    if (action !== undefined && !action.busy && mayPress()) action.onPress();
  };
  return (
    <div className="pz-row-actions">
      {inSight.map((action) => (
        <button
          key={action.id}
          type="button"
          className="pz-row-action"
          data-tip={action.label}
          aria-label={`${action.label}: ${rowLabel}`}
          disabled={action.busy ?? false}
          onClick={() => press(action)}
        >
          {action.busy ? (
            <ProgressCircle size="S" isIndeterminate aria-label={t('states.loading')} />
          ) : (
            <action.icon size="S" />
          )}
        </button>
      ))}
      {inMenu.length > 0 && (
        <MoreActions t={t} actions={inMenu} rowLabel={rowLabel} onPress={press} />
      )}
    </div>
  );
}

interface MoreActionsProps {
  t: Texts;
  actions: readonly RowAction[];
  rowLabel: string;
  onPress: (action: RowAction | undefined) => void;
}

function MoreActions({ t, actions, rowLabel, onPress }: MoreActionsProps) {
  const [isMade, setMade] = useState(false);
  const label = `${t('list.moreActions')}: ${rowLabel}`;
  if (!isMade) {
    return (
      <button
        type="button"
        className="pz-row-action"
        aria-haspopup="menu"
        aria-label={label}
        onClick={() => setMade(true)}
      >
        <MoreIcon size="S" />
      </button>
    );
  }
  return (
    <MenuTrigger align="end" defaultOpen>
      <ActionButton isQuiet aria-label={label}>
        <MoreIcon size="S" />
      </ActionButton>
      <Menu
        items={actions}
        disabledKeys={actions.filter((action) => action.busy).map((action) => action.id)}
        onAction={(key) => onPress(actions.find((action) => action.id === key))}
      >
        {(action) => (
          <Item key={action.id} textValue={action.label}>
            <action.icon size="S" />
            <Text>{action.label}</Text>
          </Item>
        )}
      </Menu>
    </MenuTrigger>
  );
}
