import {
  type AdsChangeBody,
  adsChanges,
  changeAd,
  getCampaign,
} from '@primazia/backend/ads/contract';
import { showError, useMutateCall, useTranslation } from '@primazia/kit';
import { faultsToForm, PriceField } from '@primazia/kit/form';
import { Button, ButtonGroup, Content, Dialog, Divider, Heading, toast } from '@primazia/kit/ui';
import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

/** The amount that is changed, and its object. */
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
  /** False: it is kept as a suggestion. */
  writes: boolean;
  onClose: () => void;
}

/** The message for a change that is not sent at once, by its state. */
const DONE: Readonly<Record<string, string>> = {
  pending: 'change.waits',
  suggested: 'change.is_suggested',
};

/** A form whose fields show what is wrong with them. */
interface FaultyForm<Values extends FieldValues> {
  fields: readonly FieldPath<Values>[];
  setError: UseFormSetError<Values>;
}

/** Makes changes of a campaign, and shows their outcome. */
export function useChange<Values extends FieldValues>(
  onDone: () => void = () => undefined,
  form?: FaultyForm<Values>,
) {
  const { t } = useTranslation();
  return useMutateCall(changeAd, {
    invalidates: [getCampaign, adsChanges],
    onSuccess: ({ state }) => {
      toast('positive', t(DONE[state] ?? 'change.is_sent'));
      onDone();
    },
    onError(error) {
      const homeless = form && faultsToForm(error, form.setError, t, form);
      if (error.faults.length === 0 || homeless?.length !== 0) showError(t, error);
    },
  });
}

/** Changes a bid or a budget. */
export function ChangeDialog({
  campaignId,
  currencyCode,
  changed,
  writes,
  onClose,
}: ChangeDialogProps) {
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
          {t(writes ? 'change.send' : 'change.suggest')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
