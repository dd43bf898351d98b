import { useFormat, useTranslation } from '@primazia/kit';
import { NumberControl } from '@primazia/kit/form';
import { Button, ButtonGroup, Content, Dialog, Divider, Heading } from '@primazia/kit/ui';
import { useForm, useWatch } from 'react-hook-form';
import { useChange } from './change-dialog.tsx';

interface RoasDialogProps {
  campaignId: number;
  name: string;
  roasTarget: number | null;
  /** False: it is kept as a suggestion. */
  writes: boolean;
  onClose: () => void;
}

const FORM = 'campaign-roas';

/** Changes the ROAS target of a campaign; the equivalent ACOS is shown beside it. */
export function RoasDialog({ campaignId, name, roasTarget, writes, onClose }: RoasDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { mutate, isPending } = useChange(onClose);
  const { control, handleSubmit } = useForm({ defaultValues: { value: roasTarget } });
  const value = useWatch({ control, name: 'value' });
  const isKnown = value !== null && value > 0;
  const save = () => {
    if (isKnown)
      mutate({
        params: { campaignId },
        body: { object: 'campaign', objectId: campaignId, roasTarget: value },
      });
  };
  return (
    <Dialog size="S">
      <Heading>{t('change.title.roasTarget', { name })}</Heading>
      <Divider />
      <Content>
        <form id={FORM} noValidate onSubmit={handleSubmit(save)}>
          <NumberControl
            control={control}
            name="value"
            label={t('ads.field.roasTarget')}
            description={isKnown && t('change.means_acos', { acos: format.percent(1 / value) })}
          />
        </form>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('change.keep')}
        </Button>
        <Button
          variant="accent"
          type="submit"
          form={FORM}
          isDisabled={!isKnown || value === roasTarget || isPending}
        >
          {t(writes ? 'change.send' : 'change.suggest')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
