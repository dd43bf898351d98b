import type { Campaign, CampaignDetails } from '@primazia/backend/ads/contract';
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
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ChangeDialog, useChange } from './change-dialog.tsx';
import { EndDialog } from './end-dialog.tsx';
import { RoasDialog } from './roas-dialog.tsx';
import { StrategyDialog } from './strategy-dialog.tsx';

interface CampaignActsProps {
  campaign: Campaign;
  capabilities: CampaignDetails['capabilities'];
}

/**
 * The actions on a campaign: set the strategy of its bids, pause or resume it, and change its daily budget, its target and
 * its last day. Where the account may not write, changes are kept as suggestions.
 */
export function CampaignActs({ campaign, capabilities }: CampaignActsProps) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [opened, setOpened] = useState<'budget' | 'roas' | 'end' | 'strategy' | null>(null);
  const { id, name, status, dailyBudget, roasTarget, endDate, currencyCode } = campaign;
  const { writes, bid, roasTarget: targets, endDate: ends } = capabilities;
  const { mutate, isPending } = useChange();
  if (!mayWrite || (status !== 'ENABLED' && status !== 'PAUSED')) return null;
  const close = () => setOpened(null);
  const next = status === 'ENABLED' ? 'PAUSED' : 'ENABLED';
  return (
    <p className="campaign__line">
      <Link to="/campanhas/$campaignId" params={{ campaignId: String(id) }} search={{ edit: true }}>
        {t('edit.open')}
      </Link>
      {bid !== null && (
        <ActionButton onPress={() => setOpened('strategy')}>
          <TrophyIcon />
          <Text>{t('strategy.open')}</Text>
        </ActionButton>
      )}
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
      <ActionButton onPress={() => setOpened('budget')}>
        <EditIcon />
        <Text>{t('change.budget')}</Text>
      </ActionButton>
      {targets !== null && (
        <ActionButton onPress={() => setOpened('roas')}>
          <EditIcon />
          <Text>{t('change.roas')}</Text>
        </ActionButton>
      )}
      {ends && (
        <ActionButton onPress={() => setOpened('end')}>
          <EditIcon />
          <Text>{t('change.end')}</Text>
        </ActionButton>
      )}
      <DialogContainer onDismiss={close}>
        {opened === 'end' && (
          <EndDialog
            campaignId={id}
            name={name}
            endDate={endDate}
            writes={writes}
            onClose={close}
          />
        )}
        {opened === 'strategy' && (
          <StrategyDialog campaign={campaign} writes={writes} onClose={close} />
        )}
        {opened === 'roas' && (
          <RoasDialog
            campaignId={id}
            name={name}
            roasTarget={roasTarget}
            writes={writes}
            onClose={close}
          />
        )}
        {opened === 'budget' && (
          <ChangeDialog
            campaignId={id}
            writes={writes}
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
