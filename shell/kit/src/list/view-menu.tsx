import { useTranslation } from '../i18n/i18n.ts';
import { ViewColumnIcon } from '../icons.ts';
import {
  ActionButton,
  Checkbox,
  CheckboxGroup,
  Content,
  Dialog,
  DialogTrigger,
  Flex,
  Heading,
  Radio,
  RadioGroup,
  Tooltip,
  TooltipTrigger,
} from '../spectrum.ts';
import type { Density, ListPreferences } from './preferences.ts';

interface ViewMenuProps {
  /** The columns that may be hidden: all but the first. */
  columns: readonly { id: string; header: string }[];
  visible: readonly string[];
  density: Density;
  onChange: (change: Partial<ListPreferences>) => void;
}

/** Which columns stand in the list, and how close the rows are. */
export function ViewMenu({ columns, visible, density, onChange }: ViewMenuProps) {
  const { t } = useTranslation('kit');
  return (
    <DialogTrigger type="popover" placement="bottom end">
      <TooltipTrigger>
        <ActionButton aria-label={t('list.view')}>
          <ViewColumnIcon />
        </ActionButton>
        <Tooltip>{t('list.view')}</Tooltip>
      </TooltipTrigger>
      <Dialog size="S">
        <Heading>{t('list.view')}</Heading>
        <Content>
          <Flex direction="column" gap="size-200">
            <CheckboxGroup
              label={t('list.columns')}
              value={[...visible]}
              onChange={(shown) =>
                onChange({
                  hidden: columns.map(({ id }) => id).filter((id) => !shown.includes(id)),
                })
              }
            >
              {columns.map(({ id, header }) => (
                <Checkbox key={id} value={id}>
                  {header}
                </Checkbox>
              ))}
            </CheckboxGroup>
            <RadioGroup
              label={t('list.density')}
              value={density}
              onChange={(value) => onChange({ density: value as Density })}
            >
              <Radio value="compact">{t('list.compact')}</Radio>
              <Radio value="regular">{t('list.regular')}</Radio>
            </RadioGroup>
          </Flex>
        </Content>
      </Dialog>
    </DialogTrigger>
  );
}
