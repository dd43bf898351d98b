import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { DialogContainer, toast, useTranslation } from '@primazia/kit';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RuleFormProps } from './form-props.ts';
import { NewRule } from './new-rule.tsx';
import { StoredRule } from './stored-rule.tsx';
import { usePricedListing } from './use-priced-listing.ts';
import { Waiting } from './waiting.tsx';

export interface RulePanelProps {
  listingId: number;
  /** Saving the changed rule undoes this update in the same step. */
  undoes?: PriceUpdate;
  onClose: () => void;
}

/** Below it a dialog with margins leaves no room for a form. */
const NARROW = '(width < 700px)';

/** Makes the rule of an ad that has none, or edits the one that it has. */
export function RulePanel({ onClose, ...props }: RulePanelProps) {
  const dismiss = useRef(onClose);
  // Chosen once: another kind of dialog would be another form.
  const [isNarrow] = useState(() => window.matchMedia(NARROW).matches);
  return (
    <DialogContainer
      type={isNarrow ? 'fullscreenTakeover' : 'fullscreen'}
      isDismissable={false}
      onDismiss={() => dismiss.current()}
    >
      <RuleOfListing {...props} onClose={onClose} dismiss={dismiss} />
    </DialogContainer>
  );
}

function RuleOfListing({
  listingId,
  ...props
}: RulePanelProps & { dismiss: RefObject<() => void> }) {
  const { t } = useTranslation();
  const { listing, error, retry } = usePricedListing(listingId);
  const giveUp = useEffectEvent(() => {
    toast('negative', t('rule.no_such_ad'));
    props.onClose();
  });
  useEffect(() => {
    if (listing === null) giveUp();
  }, [listing]);
  return listing ? (
    <RuleForm listing={listing} {...props} />
  ) : (
    <Waiting error={error} onRetry={retry} onClose={props.onClose} />
  );
}

function RuleForm({ listing, ...props }: RuleFormProps) {
  // What the form is about stays what it was when it was opened, whatever others do meanwhile.
  const [ruleId, setRuleId] = useState(props.undoes?.ruleId ?? listing.rule?.id ?? null);
  return ruleId === null ? (
    <NewRule listing={listing} {...props} onOpenRule={setRuleId} />
  ) : (
    <StoredRule key={ruleId} listing={listing} {...props} ruleId={ruleId} />
  );
}
