import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { LeaveDialog } from '@primazia/kit/form';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Divider,
  Heading,
} from '@primazia/kit/ui';
import { type RefObject, useEffect, useState } from 'react';
import { type RuleFormOptions, useRuleForm } from './use-rule-form.tsx';

export interface RuleDialogProps extends Omit<RuleFormOptions, 'currencyCode'> {
  title: string;
  listing: PricedListing;
  saveLabel: string;
  onClose: () => void;
  /** What Escape does: it asks first where something would be lost. */
  dismiss: RefObject<() => void>;
}

/** The form of a rule in a dialog. */
export function RuleDialog({ title, saveLabel, onClose, dismiss, ...options }: RuleDialogProps) {
  const { t } = useTranslation();
  const form = useRuleForm({ ...options, currencyCode: options.listing.currencyCode });
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (form.isUnsaved ? setLeaving(true) : onClose());
  useEffect(() => {
    dismiss.current = close;
  });
  return (
    <Dialog>
      <Heading>{title}</Heading>
      <Divider />
      <Content>
        <div className="rule">
          <div className="rule__form">{form.main}</div>
          {form.aside}
        </div>
        {form.dialogs}
        <DialogContainer onDismiss={() => setLeaving(false)}>
          {isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={onClose} />}
        </DialogContainer>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={close}>
          {t('action.back')}
        </Button>
        {form.mayWrite && (
          <Button
            variant="accent"
            type="submit"
            form={form.id}
            isPending={options.isSaving || form.isChecking}
          >
            {saveLabel}
          </Button>
        )}
      </ButtonGroup>
    </Dialog>
  );
}
