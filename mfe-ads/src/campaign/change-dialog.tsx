import {
  type AdsChangeBody,
  adsChanges,
  changeAd,
  getCampaign,
} from '@primazia/backend/ads/contract';
import { showError, useMutateCall, useTranslation } from '@primazia/kit';
import { PriceField } from '@primazia/kit/form';
import { Button, ButtonGroup, Content, Dialog, Divider, Heading, toast } from '@primazia/kit/ui';
import { useState } from 'react';

/** What is changed: an amount of a thing. */
export interface Changed {
  object: AdsChangeBody['object'];
  objectId: number;
  field: 'bid' | 'dailyBudget';
  name: string;
  amount: number | null;
}

interface ChangeDialogProps {
  campaignId: number;
  currencyCode: string;
  changed: Changed;
  onClose: () => void;
}

/** Makes changes of a campaign, and says whether they wait for approval. */
export function useChange(onDone: () => void = () => undefined) {
  const { t } = useTranslation();
  return useMutateCall(changeAd, {
    invalidates: [getCampaign, adsChanges],
    onSuccess: ({ state }) => {
      toast('positive', t(state === 'pending' ? 'change.waits' : 'change.is_sent'));
      onDone();
    },
    onError: (error) => showError(t, error),
  });
}

/** Changes a bid or a budget. */
export function ChangeDialog({ campaignId, currencyCode, changed, onClose }: ChangeDialogProps) {
  const { t } = useTranslation();
  const { object, objectId, field, name, amount } = changed;
  const [value, setValue] = useState(amount);
  const { mutate, isPending } = useChange(onClose);
  const save = () => {
    if (value !== null)
      mutate({ params: { campaignId }, body: { object, objectId, [field]: value } });
  };
  return (
    <Dialog size="S">
      <Heading>{t(`change.title.${field}`, { name })}</Heading>
      <Divider />
      <Content>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <PriceField
            label={t(`ads.field.${field}`)}
            value={value}
            onChange={setValue}
            currency={currencyCode}
            autoFocus
          />
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('change.keep')}
        </Button>
        <Button
          variant="accent"
          isDisabled={value === null || value === amount || isPending}
          onPress={save}
        >
          {t('change.send')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
