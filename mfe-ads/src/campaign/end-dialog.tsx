import { useTranslation } from '@primazia/kit';
import { DayControl } from '@primazia/kit/form';
import {
  ActionButton,
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  Heading,
} from '@primazia/kit/ui';
import { useForm, useWatch } from 'react-hook-form';
import { useChange } from './change-dialog.tsx';

interface EndDialogProps {
  campaignId: number;
  name: string;
  endDate: string | null;
  /** False: it is kept as a suggestion. */
  writes: boolean;
  onClose: () => void;
}

const FORM = 'campaign-end';

/** Changes or removes the last day of a campaign; one that has ended continues with a later day. */
export function EndDialog({ campaignId, name, endDate, writes, onClose }: EndDialogProps) {
  const { t } = useTranslation();
  const { control, handleSubmit, setError, setValue } = useForm({ defaultValues: { endDate } });
  const { mutate, isPending } = useChange(onClose, { fields: ['endDate'], setError });
  const day = useWatch({ control, name: 'endDate' });
  return (
    <Dialog size="S">
      <Heading>{t('change.title.endDate', { name })}</Heading>
      <Divider />
      <Content>
        <form
          id={FORM}
          noValidate
          onSubmit={handleSubmit((values) =>
            mutate({
              params: { campaignId },
              body: { object: 'campaign', objectId: campaignId, ...values },
            }),
          )}
        >
          <DayControl
            control={control}
            name="endDate"
            label={t('ads.field.endDate')}
            description={t('wizard.end_text')}
          />
          {day !== null && (
            <ActionButton isQuiet onPress={() => setValue('endDate', null)}>
              {t('change.no_end')}
            </ActionButton>
          )}
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
          isDisabled={day === endDate || isPending}
        >
          {t(writes ? 'change.send' : 'change.suggest')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
