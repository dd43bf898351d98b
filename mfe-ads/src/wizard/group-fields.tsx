import type { CampaignDetails, GroupProposal } from '@primazia/backend/ads/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { PriceControl, RadioControl, SwitchControl, TextControl } from '@primazia/kit/form';
import { ActionButton, CloseIcon, Text } from '@primazia/kit/ui';
import { type UseFormSetValue, useWatch } from 'react-hook-form';
import { Categories } from './categories.tsx';
import { ExistingTargets } from './existing.tsx';
import { Keywords, NegativeKeywords, NegativeProducts, Products } from './lists.tsx';
import { Proposal } from './proposal.tsx';
import type { WizardControl, WizardValues } from './values.ts';

interface GroupFieldsProps {
  at: number;
  control: WizardControl;
  setValue: UseFormSetValue<WizardValues>;
  isManual: boolean;
  proposal: GroupProposal | undefined;
  currency: string;
  /** Of the campaign that is changed; absent: a new one. */
  capabilities?: CampaignDetails['capabilities'];
  /** Null: it is the only one. */
  onRemove: (() => void) | null;
}

/** A group: its name, its bid, and what its ads are shown for. */
export function GroupFields(props: GroupFieldsProps) {
  const { at, control, setValue, isManual, proposal, currency, capabilities, onRemove } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const name = useWatch({ control, name: `groups.${at}.name` });
  const targeting = useWatch({ control, name: `groups.${at}.targeting` });
  const base = `groups.${at}` as const;
  const lists = { base, control, currency };
  const isNew = useWatch({ control, name: `${base}.objectId` }) === null;
  const hasTargets =
    useWatch({ control, name: `${base}.targets` }).filter(({ isNegative }) => !isNegative).length >
    0;
  const existing = isNew ? undefined : capabilities;
  const canAdd = capabilities?.creates !== false;
  return (
    <fieldset className="wizard__group">
      <legend>{name || t('wizard.group_name', { number: at + 1 })}</legend>
      {existing?.edits.includes('groupName') !== false && (
        <TextControl
          control={control}
          name={`${base}.name`}
          label={t('wizard.group')}
          isRequired
          maxLength={255}
        />
      )}
      {existing?.edits.includes('groupStatus') && (
        <SwitchControl control={control} name={`${base}.isEnabled`} label={t('edit.group_runs')} />
      )}
      {capabilities?.bid !== null && (
        <PriceControl
          control={control}
          name={`${base}.defaultBid`}
          label={t('wizard.default_bid')}
          currency={currency}
          isRequired
        />
      )}
      {proposal !== undefined && proposal.bid !== null && (
        <Proposal
          text={t(`wizard.proposal.bid.${proposal.source}`, {
            limit: format.money(proposal.breakEvenCpc, currency),
          })}
          value={format.money(proposal.bid, currency)}
          onUse={() => setValue(`${base}.defaultBid`, proposal.bid, { shouldDirty: true })}
        />
      )}
      {existing && <ExistingTargets {...lists} capabilities={existing} isNegative={false} />}
      {isManual && canAdd && !hasTargets && (
        <RadioControl
          control={control}
          name={`${base}.targeting`}
          label={t('wizard.targeting')}
          orientation="horizontal"
          options={(['KEYWORDS', 'PRODUCTS'] as const).map((value) => ({
            value,
            label: t(`wizard.targeting_of.${value}`),
          }))}
        />
      )}
      {isManual && canAdd && targeting === 'KEYWORDS' && <Keywords {...lists} />}
      {isManual && canAdd && targeting === 'PRODUCTS' && (
        <>
          <Products {...lists} />
          <Categories {...lists} />
        </>
      )}
      {existing && <ExistingTargets {...lists} capabilities={existing} isNegative />}
      {canAdd && (
        <>
          <NegativeKeywords {...lists} />
          <NegativeProducts {...lists} />
        </>
      )}
      {onRemove !== null && (
        <div>
          <ActionButton onPress={onRemove}>
            <CloseIcon />
            <Text>{t('wizard.remove_group', { name })}</Text>
          </ActionButton>
        </div>
      )}
    </fieldset>
  );
}
