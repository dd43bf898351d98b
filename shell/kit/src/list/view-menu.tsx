import { lazily } from '../deferred/lazily.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { ViewColumnIcon } from '../icons.ts';
import {
  ActionButton,
  Content,
  Dialog,
  DialogTrigger,
  Heading,
  Tooltip,
  TooltipTrigger,
} from '../spectrum.ts';
import type { ViewPanelProps } from './view-panel.tsx';

const ViewPanel = lazily(async () => (await import('./view-panel.tsx')).ViewPanel);

/** Opens the settings of the list's appearance. */
export function ViewMenu(props: ViewPanelProps) {
  const { t } = useTranslation('kit');
  return (
    <DialogTrigger type="popover" placement="bottom end">
      <TooltipTrigger>
        <ActionButton aria-label={t('list.view')}>
          <ViewColumnIcon />
        </ActionButton>
        <Tooltip>{t('list.view')}</Tooltip>
      </TooltipTrigger>
      <Dialog size="M">
        <Heading>{t('list.view')}</Heading>
        <Content>
          <ViewPanel {...props} />
        </Content>
      </Dialog>
    </DialogTrigger>
  );
}
