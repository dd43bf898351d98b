import { startBacktest } from '@primazia/backend/pricing/contract';
import { Button, NumberControl, RadioControl, useTranslation } from '@primazia/kit';
import { useForm } from 'react-hook-form';

export interface ReplayWish {
  days: number;
  /** Units that an ad sells on a day on which it wins all the time. */
  unitsPerDay: number;
}

interface Values {
  /** The number of days, as a radio button has it. */
  days: string;
  unitsPerDay: number | null;
}

const DAYS = ['7', '30', '90'] as const;
const UnitsPerDay = startBacktest.body?.shape.unitsPerDay;

interface ReplayQuestionProps {
  wish: ReplayWish;
  isBusy: boolean;
  onStart: (wish: ReplayWish) => void;
}

/** Over how many days, and how much an ad sells: what a replay has to be told. */
export function ReplayQuestion({ wish, isBusy, onStart }: ReplayQuestionProps) {
  const { t } = useTranslation();
  const { control, handleSubmit } = useForm<Values>({
    defaultValues: { days: String(wish.days), unitsPerDay: wish.unitsPerDay },
    resolver: (values) => {
      const units = values.unitsPerDay;
      if (UnitsPerDay?.safeParse(units ?? undefined).success) return { values, errors: {} };
      return {
        values: {},
        errors: { unitsPerDay: { type: 'invalid', message: t('replay.units_fault') } },
      };
    },
  });
  const submit = ({ days, unitsPerDay }: Values) =>
    onStart({ days: Number(days), unitsPerDay: unitsPerDay ?? 1 });
  return (
    <form className="replay__question" onSubmit={handleSubmit(submit)} noValidate>
      <RadioControl
        control={control}
        name="days"
        label={t('replay.days')}
        orientation="horizontal"
        options={DAYS.map((value) => ({
          value,
          label: t('replay.last_days', { count: Number(value) }),
        }))}
      />
      <div className="replay__units">
        <NumberControl
          control={control}
          name="unitsPerDay"
          label={t('replay.units')}
          description={t('replay.units_text')}
        />
      </div>
      <div className="replay__start">
        <Button variant="accent" type="submit" isPending={isBusy}>
          {t('replay.start')}
        </Button>
      </div>
    </form>
  );
}
