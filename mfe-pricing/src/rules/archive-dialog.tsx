import type { RuleRow } from '@primazia/backend/pricing/contract';
import { Button, ButtonGroup, Content, Dialog, Heading, useTranslation } from '@primazia/kit';

interface ArchiveDialogProps {
  rules: readonly Pick<RuleRow, 'name' | 'ads'>[];
  isPending: boolean;
  onArchive: () => void;
  onClose: () => void;
}

/** Asks before rules are archived: what comes back of them, and what does not. */
export function ArchiveDialog({ rules, isPending, onArchive, onClose }: ArchiveDialogProps) {
  const { t } = useTranslation();
  const [first, ...others] = rules;
  const ads = rules.reduce((sum, rule) => sum + rule.ads, 0);
  return (
    <Dialog role="alertdialog" size="M">
      <Heading>
        {others.length === 0
          ? t('rules.archive.title', { name: first?.name ?? '' })
          : t('rules.archive.title_many', { count: rules.length })}
      </Heading>
      <Content>
        <ul className="rules__consequences">
          <li>{t('rules.archive.ads', { count: ads })}</li>
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
          {t('rules.archive.confirm', { count: rules.length })}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
