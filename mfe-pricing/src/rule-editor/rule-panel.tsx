import type { PricedListing, PriceUpdate } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { DialogContainer, toast } from '@primazia/kit/ui';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePricedListing } from '../listing/use-priced-listing.ts';
import { panelType } from '../ui/dialog-type.ts';
import type { RuleFormProps } from './form-props.ts';
import { NewGroupRule } from './new-group-rule.tsx';
import { NewRule } from './new-rule.tsx';
import { StoredRule } from './stored-rule.tsx';
import { Waiting } from './waiting.tsx';

export interface RulePanelProps {
  listingId: number;
  /** Saving the changed rule undoes this update in the same step. */
  undoes?: PriceUpdate;
  onClose: () => void;
}

interface FormDialogProps {
  onClose: () => void;
  children: (dismiss: RefObject<() => void>) => ReactNode;
}

/** The dialog that a rule's form fills; Escape does what the form says. */
export function FormDialog({ onClose, children }: FormDialogProps) {
  const dismiss = useRef(onClose);
  // Chosen once: another kind of dialog would be another form.
  const [type] = useState(panelType);
  return (
    <DialogContainer type={type} isDismissable={false} onDismiss={() => dismiss.current()}>
      {children(dismiss)}
    </DialogContainer>
  );
}

/** Makes the rule of a listing that has none, or edits the one that it has. */
export function RulePanel(props: RulePanelProps) {
  return (
    <FormDialog onClose={props.onClose}>
      {(dismiss) => <RuleOfListing {...props} dismiss={dismiss} />}
    </FormDialog>
  );
}

interface GroupRulePanelProps {
  listings: readonly [PricedListing, ...PricedListing[]];
  onMade: () => void;
  onClose: () => void;
}

/** Makes one rule for several listings. */
export function GroupRulePanel(props: GroupRulePanelProps) {
  return (
    <FormDialog onClose={props.onClose}>
      {(dismiss) => <NewGroupRule {...props} dismiss={dismiss} />}
    </FormDialog>
  );
}

function RuleOfListing({
  listingId,
  ...props
}: RulePanelProps & { dismiss: RefObject<() => void> }) {
  const { t } = useTranslation();
  const { listing, error, retry } = usePricedListing(listingId);
  const giveUp = useEffectEvent(() => {
    toast('negative', t('rule.no_such_listing'));
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
  // The form keeps the rule that it was opened with, whatever others change.
  const [ruleId, setRuleId] = useState(props.undoes?.ruleId ?? listing.rule?.id ?? null);
  return ruleId === null ? (
    <NewRule listing={listing} {...props} onOpenRule={setRuleId} />
  ) : (
    <StoredRule key={ruleId} listing={listing} {...props} ruleId={ruleId} />
  );
}
