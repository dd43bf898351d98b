import type { BulkAction, BulkChange } from '@primazia/backend/pricing/contract';
import { useState } from 'react';
import { HeldDialogContainer } from '../ui/held-dialog.tsx';
import { BulkConfirm } from './bulk-confirm.tsx';
import type { Chosen } from './chosen.ts';
import { EditForm } from './edit-form.tsx';
import { NO_EDIT } from './edit-values.ts';
import { LimitsForm } from './limits-form.tsx';
import { NO_LIMITS } from './limits-values.ts';

interface BulkDialogProps {
  action: BulkAction;
  chosen: Chosen;
  onClose: () => void;
  onStarted: (id: number) => void;
}

/** The whole change, where the action needs no input; null: a form asks for it. */
const wordless = (action: BulkAction): BulkChange | null =>
  action === 'edit' || action === 'limits' ? null : { action };

/** A bulk action in its steps: its input, its preview, and the action itself. */
export function BulkDialog({ action, chosen, onClose, onStarted }: BulkDialogProps) {
  const [change, setChange] = useState(() => wordless(action));
  const [edit, setEdit] = useState(NO_EDIT);
  const [limits, setLimits] = useState(NO_LIMITS);
  const step = () => {
    if (change !== null) {
      const onBack = wordless(action) === null ? () => setChange(null) : onClose;
      return <BulkConfirm {...{ change, chosen, onBack, onStarted }} />;
    }
    if (action === 'limits') {
      return (
        <LimitsForm
          initial={limits}
          onClose={onClose}
          onNext={(next, values) => {
            setLimits(values);
            setChange(next);
          }}
        />
      );
    }
    return (
      <EditForm
        initial={edit}
        currencyCode={chosen.currencyCode}
        onClose={onClose}
        onNext={(next, values) => {
          setEdit(values);
          setChange(next);
        }}
      />
    );
  };
  return (
    <HeldDialogContainer onDismiss={onClose} isDismissable={false}>
      {step()}
    </HeldDialogContainer>
  );
}
