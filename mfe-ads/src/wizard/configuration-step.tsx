import type { CampaignDetails, DraftProposals } from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import { NumberControl, PickerControl, RadioControl } from '@primazia/kit/form';
import { ActionButton, AddIcon, Content, Heading, InlineAlert, Text } from '@primazia/kit/ui';
import { type UseFormSetValue, useFieldArray, useWatch } from 'react-hook-form';
import { GroupFields } from './group-fields.tsx';
import { newGroup, PLACEMENTS, type WizardControl, type WizardValues } from './values.ts';

interface ConfigurationStepProps {
  control: WizardControl;
  setValue: UseFormSetValue<WizardValues>;
  proposals: DraftProposals | undefined;
  /** Ads move here, and their keywords have to be entered again. */
  hasKeywords: boolean;
  /** The campaign that is changed; absent: a new one. */
  edited?: CampaignDetails;
}

const MOST_GROUPS = 20;

/** How the campaign bids, and its groups with what their ads are shown for. */
export function ConfigurationStep({
  control,
  setValue,
  proposals,
  hasKeywords,
  edited,
}: ConfigurationStepProps) {
  const { t } = useTranslation();
  const type = useWatch({ control, name: 'type' });
  const { fields, append, remove } = useFieldArray({ control, name: 'groups' });
  const groups = useWatch({ control, name: 'groups' });
  const moved = useWatch({ control, name: 'movedListingIds' });
  const can = edited?.capabilities;
  const isOpen = (field: 'biddingStrategy' | 'placements') => can?.edits.includes(field) !== false;
  return (
    <div className="wizard__fields">
      {hasKeywords && (
        <InlineAlert variant="notice">
          <Heading level={3}>{t('wizard.keywords_again', { count: moved.length })}</Heading>
          <Content>{t('wizard.keywords_again_text')}</Content>
        </InlineAlert>
      )}
      {edited === undefined ? (
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
      ) : (
        <p>
          {t('campaigns.column.type')}: {t(`ads.type.${edited.campaign.type}`)}
        </p>
      )}
      {isOpen('biddingStrategy') && (
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
      )}
      {isOpen('placements') && (
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
      )}
      {fields.map(({ id }, at) => (
        <GroupFields
          key={id}
          at={at}
          control={control}
          setValue={setValue}
          isManual={type === 'manual'}
          {...(can && { capabilities: can })}
          proposal={proposals?.groups[at]}
          currency={proposals?.currencyCode ?? 'BRL'}
          onRemove={fields.length > 1 && groups[at]?.objectId === null ? () => remove(at) : null}
        />
      ))}
      {can?.creates !== false && (
        <div>
          <ActionButton
            isDisabled={groups.filter(({ objectId }) => objectId === null).length >= MOST_GROUPS}
            onPress={() => append(newGroup(t('wizard.group_name', { number: fields.length + 1 })))}
          >
            <AddIcon />
            <Text>{t('wizard.add_group')}</Text>
          </ActionButton>
        </div>
      )}
    </div>
  );
}
