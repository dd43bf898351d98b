import type { RuleRow } from '@primazia/backend/pricing/contract';
import { Button, ButtonGroup, Content, Dialog, Heading, useTranslation } from '@primazia/kit';

interface ArchiveDialogProps {
  rule: Pick<RuleRow, 'name' | 'ads'>;
  isPending: boolean;
  onArchive: () => void;
  onClose: () => void;
}

/** Asks before a rule is archived: what comes back of it, and what does not. */
export function ArchiveDialog({ rule, isPending, onArchive, onClose }: ArchiveDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog role="alertdialog" size="M">
      <Heading>{t('rules.archive.title', { name: rule.name })}</Heading>
      <Content>
        <ul className="rules__consequences">
          <li>{t('rules.archive.ads', { count: rule.ads })}</li>
          <li>{t('rules.archive.waiting')}</li>
          <li>{t('rules.archive.kept')}</li>
          <li>{t('rules.archive.gone')}</li>
        </ul>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose} autoFocus>
          {t('action.back')}
        </Button>
        <Button variant="negative" isPending={isPending} onPress={onArchive}>
          {t('rules.archive.confirm')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
