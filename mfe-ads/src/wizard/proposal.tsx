import { useTranslation } from '@primazia/kit';
import { ActionButton } from '@primazia/kit/ui';

interface ProposalProps {
  /** The source of the value. */
  text: string;
  value: string;
  onUse: () => void;
}

/** A proposed value, and its source. */
export function Proposal({ text, value, onUse }: ProposalProps) {
  const { t } = useTranslation();
  return (
    <p className="wizard__proposal">
      <span>
        {text} <strong>{value}</strong>
      </span>
      <ActionButton isQuiet aria-label={t('wizard.use_of', { value })} onPress={onUse}>
        {t('wizard.use')}
      </ActionButton>
    </p>
  );
}
