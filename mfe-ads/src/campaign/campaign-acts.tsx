import type { Campaign } from '@primazia/backend/ads/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  DialogContainer,
  EditIcon,
  PauseIcon,
  PlayIcon,
  Text,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { ChangeDialog, useChange } from './change-dialog.tsx';

/** What a person can do with a campaign: pause it or let it run, and change its daily budget. */
export function CampaignActs({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [isOpen, setOpen] = useState(false);
  const { id, name, status, dailyBudget, currencyCode } = campaign;
  const { mutate, isPending } = useChange();
  if (!mayWrite || (status !== 'ENABLED' && status !== 'PAUSED')) return null;
  const next = status === 'ENABLED' ? 'PAUSED' : 'ENABLED';
  return (
    <p className="campaign__line">
      <ActionButton
        isDisabled={isPending}
        onPress={() =>
          mutate({
            params: { campaignId: id },
            body: { object: 'campaign', objectId: id, status: next },
          })
        }
      >
        {next === 'PAUSED' ? <PauseIcon /> : <PlayIcon />}
        <Text>{t(`change.to.${next}`)}</Text>
      </ActionButton>
      <ActionButton onPress={() => setOpen(true)}>
        <EditIcon />
        <Text>{t('change.budget')}</Text>
      </ActionButton>
      <DialogContainer onDismiss={() => setOpen(false)}>
        {isOpen && (
          <ChangeDialog
            campaignId={id}
            currencyCode={currencyCode}
            changed={{
              object: 'campaign',
              objectId: id,
              field: 'dailyBudget',
              name,
              amount: dailyBudget,
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </DialogContainer>
    </p>
  );
}
