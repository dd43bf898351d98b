import { Radio, RadioGroup } from '../form/spectrum.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { Button, ButtonGroup, Flex } from '../spectrum.ts';
import { type ChosenColumn, ColumnChooser } from './column-chooser.tsx';
import type { Density } from './preferences.ts';
import type { PreferencesHandle } from './use-preferences.ts';

export interface ViewPanelProps {
  /** The columns that may be hidden and moved: all but the first, in the order in which they stand. */
  columns: readonly ChosenColumn[];
  onOrder: (ids: string[]) => void;
  handle: PreferencesHandle;
}

/** Sets which columns the list has, their order, and the density of its rows; stored here, or as the person's default. */
export function ViewPanel({ columns, onOrder, handle }: ViewPanelProps) {
  const { t } = useTranslation('kit');
  const { preferences, change, keep, restore } = handle;
  return (
    <Flex direction="column" gap="size-200">
      <ColumnChooser columns={columns} onOrder={onOrder} />
      <RadioGroup
        label={t('list.density')}
        orientation="horizontal"
        value={preferences.density}
        onChange={(value) => change({ density: value as Density })}
      >
        <Radio value="compact">{t('list.compact')}</Radio>
        <Radio value="regular">{t('list.regular')}</Radio>
      </RadioGroup>
      <ButtonGroup>
        <Button variant="secondary" onPress={restore}>
          {t('list.restore')}
        </Button>
        <Button variant="secondary" onPress={keep}>
          {t('list.keepColumns')}
        </Button>
      </ButtonGroup>
    </Flex>
  );
}
