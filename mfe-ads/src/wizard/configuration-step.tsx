import type { DraftProposals } from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import { NumberControl, PickerControl, RadioControl } from '@primazia/kit/form';
import { ActionButton, AddIcon, Text } from '@primazia/kit/ui';
import { type UseFormSetValue, useFieldArray, useWatch } from 'react-hook-form';
import { GroupFields } from './group-fields.tsx';
import { newGroup, PLACEMENTS, type WizardControl, type WizardValues } from './values.ts';

interface ConfigurationStepProps {
  control: WizardControl;
  setValue: UseFormSetValue<WizardValues>;
  proposals: DraftProposals | undefined;
}

const MOST_GROUPS = 20;

/** How the campaign bids, and its groups with what their ads are shown for. */
export function ConfigurationStep({ control, setValue, proposals }: ConfigurationStepProps) {
  const { t } = useTranslation();
  const type = useWatch({ control, name: 'type' });
  const { fields, append, remove } = useFieldArray({ control, name: 'groups' });
  return (
    <div className="wizard__fields">
      <RadioControl
        control={control}
        name="type"
        label={t('campaigns.column.type')}
        options={(['automatic', 'manual'] as const).map((value) => ({
          value,
          label: t(`ads.type.${value}`),
          description: t(`wizard.type_text.${value}`),
        }))}
      />
      <PickerControl
        control={control}
        name="biddingStrategy"
        label={t('campaigns.column.bidding')}
        options={(['DOWN_ONLY', 'UP_AND_DOWN', 'FIXED'] as const).map((value) => ({
          value,
          label: t(`ads.bidding.${value}`),
          description: t(`wizard.bidding_text.${value}`),
        }))}
      />
      <fieldset className="wizard__group">
        <legend>{t('wizard.placements')}</legend>
        <div className="wizard__pair">
          {PLACEMENTS.map((placement) => (
            <NumberControl
              key={placement}
              control={control}
              name={`placements.${placement}`}
              label={t('wizard.placement', { name: t(`campaign.placement.${placement}`) })}
            />
          ))}
        </div>
      </fieldset>
      {fields.map(({ id }, at) => (
        <GroupFields
          key={id}
          at={at}
          control={control}
          setValue={setValue}
          isManual={type === 'manual'}
          proposal={proposals?.groups[at]}
          currency={proposals?.currencyCode ?? 'BRL'}
          onRemove={fields.length > 1 ? () => remove(at) : null}
        />
      ))}
      <div>
        <ActionButton
          isDisabled={fields.length >= MOST_GROUPS}
          onPress={() => append(newGroup(t('wizard.group_name', { number: fields.length + 1 })))}
        >
          <AddIcon />
          <Text>{t('wizard.add_group')}</Text>
        </ActionButton>
      </div>
    </div>
  );
}
