import type { RuleRow } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { ConsequencesDialog } from '@primazia/kit/ui';

interface ArchiveDialogProps {
  rule: Pick<RuleRow, 'name' | 'ads'>;
  isPending: boolean;
  onArchive: () => void;
  onClose: () => void;
}

/** Asks before a rule is archived: what can be restored, and what cannot. */
export function ArchiveDialog({ rule, isPending, onArchive, onClose }: ArchiveDialogProps) {
  const { t } = useTranslation();
  return (
    <ConsequencesDialog
      title={t('rules.archive.title', { name: rule.name })}
      consequences={[
        t('rules.archive.listings', { count: rule.ads }),
        t('rules.archive.waiting'),
        t('rules.archive.kept'),
        t('rules.archive.gone'),
      ]}
      back={t('action.back')}
      confirm={t('rules.archive.confirm')}
      isPending={isPending}
      onConfirm={onArchive}
      onClose={onClose}
    />
  );
}
