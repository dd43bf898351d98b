import type { Campaign } from '@primazia/backend/ads/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import {
  ActionButton,
  DialogContainer,
  EditIcon,
  PauseIcon,
  PlayIcon,
  Text,
  TrophyIcon,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { ChangeDialog, useChange } from './change-dialog.tsx';
import { StrategyDialog } from './strategy-dialog.tsx';

interface CampaignActsProps {
  campaign: Campaign;
  /** Whether the marketplace lets it be changed. */
  writes: boolean;
}

/** What a person can do with a campaign: give it a strategy, pause it or let it run, and change its daily budget. */
export function CampaignActs({ campaign, writes }: CampaignActsProps) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [opened, setOpened] = useState<'budget' | 'strategy' | null>(null);
  const { id, name, status, dailyBudget, currencyCode } = campaign;
  const { mutate, isPending } = useChange();
  if (!mayWrite || (status !== 'ENABLED' && status !== 'PAUSED')) return null;
  const close = () => setOpened(null);
  const next = status === 'ENABLED' ? 'PAUSED' : 'ENABLED';
  return (
    <p className="campaign__line">
      <ActionButton onPress={() => setOpened('strategy')}>
        <TrophyIcon />
        <Text>{t('strategy.open')}</Text>
      </ActionButton>
      {writes && (
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
      )}
      {writes && (
        <ActionButton onPress={() => setOpened('budget')}>
          <EditIcon />
          <Text>{t('change.budget')}</Text>
        </ActionButton>
      )}
      <DialogContainer onDismiss={close}>
        {opened === 'strategy' && (
          <StrategyDialog campaign={campaign} writes={writes} onClose={close} />
        )}
        {opened === 'budget' && (
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
            onClose={close}
          />
        )}
      </DialogContainer>
    </p>
  );
}
