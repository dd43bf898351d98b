import {
  removeShippingRecord,
  type ShippingRecord,
  shippingRecords,
} from '@primazia/backend/sales/contract';
import { showError, useMutateCall, useTranslation } from '@primazia/kit';
import { ConsequencesDialog, DialogContainer, toast } from '@primazia/kit/ui';

interface RemoveDialogProps {
  record: ShippingRecord | null;
  onClose: () => void;
}

/** Asks before a record is removed. */
export function RemoveDialog({ record, onClose }: RemoveDialogProps) {
  return (
    <DialogContainer onDismiss={onClose}>
      {record !== null && <Remove record={record} onClose={onClose} />}
    </DialogContainer>
  );
}

function Remove({ record, onClose }: { record: ShippingRecord; onClose: () => void }) {
  const { t } = useTranslation();
  const { id: recordId, name } = record;
  const { isPending, mutate } = useMutateCall(removeShippingRecord, {
    invalidates: [shippingRecords],
    onSuccess: () => {
      onClose();
      toast('info', t('records.removed', { name }));
    },
    onError: (error) => showError(t, error),
  });
  return (
    <ConsequencesDialog
      title={t('records.remove.title', { name })}
      consequences={[t('records.remove.gone'), t('records.remove.instead')]}
      back={t('action.back')}
      confirm={t('records.remove.confirm')}
      isPending={isPending}
      onConfirm={() => mutate({ params: { recordId } })}
      onClose={onClose}
    />
  );
}
