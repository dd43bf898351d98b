import { MAX_BACKTEST_DAYS, startBacktest } from '@primazia/backend/pricing/contract';
import { Button, useTranslation } from '@primazia/kit';
import { NumberControl, RadioControl } from '@primazia/kit/form';
import { useForm, useWatch } from 'react-hook-form';

export interface ReplayWish {
  days: number;
  /** Units that an ad sells on a day on which it wins all the time. */
  unitsPerDay: number;
}

interface Values {
  /** The number of days, as a radio button has it. */
  days: string;
  otherDays: number | null;
  unitsPerDay: number | null;
}

const DAYS = ['7', '30', '90'] as const;
const ANOTHER = 'another';
const UnitsPerDay = startBacktest.body?.shape.unitsPerDay;
const isDays = (days: number | null) =>
  days !== null && Number.isInteger(days) && days >= 1 && days <= MAX_BACKTEST_DAYS;

interface ReplayQuestionProps {
  wish: ReplayWish;
  isBusy: boolean;
  onStart: (wish: ReplayWish) => void;
}

/** Over how many days, and how much an ad sells: what a replay has to be told. */
export function ReplayQuestion({ wish, isBusy, onStart }: ReplayQuestionProps) {
  const { t } = useTranslation();
  const isUsual = DAYS.some((days) => Number(days) === wish.days);
  const { control, handleSubmit } = useForm<Values>({
    defaultValues: {
      days: isUsual ? String(wish.days) : ANOTHER,
      otherDays: isUsual ? null : wish.days,
      unitsPerDay: wish.unitsPerDay,
    },
    resolver: (values) => {
      const wrong = {
        ...(UnitsPerDay?.safeParse(values.unitsPerDay ?? undefined).success
          ? {}
          : { unitsPerDay: { type: 'invalid', message: t('replay.units_fault') } }),
        ...(values.days !== ANOTHER || isDays(values.otherDays)
          ? {}
          : { otherDays: { type: 'invalid', message: t('replay.days_fault') } }),
      };
      return Object.keys(wrong).length === 0
        ? { values, errors: {} }
        : { values: {}, errors: wrong };
    },
  });
  const days = useWatch({ control, name: 'days' });
  const submit = (values: Values) =>
    onStart({
      days: values.days === ANOTHER ? (values.otherDays ?? 0) : Number(values.days),
      unitsPerDay: values.unitsPerDay ?? 1,
    });
  return (
    <form className="replay__question" onSubmit={handleSubmit(submit)} noValidate>
      <RadioControl
        control={control}
        name="days"
        label={t('replay.days')}
        orientation="horizontal"
        options={[
          ...DAYS.map((value) => ({
            value: String(value),
            label: t('replay.last_days', { count: Number(value) }),
          })),
          { value: ANOTHER, label: t('replay.other_days') },
        ]}
      />
      {days === ANOTHER && (
        <div className="replay__days">
          <NumberControl
            control={control}
            name="otherDays"
            label={t('replay.days_count')}
            description={t('replay.days_text', { most: MAX_BACKTEST_DAYS })}
          />
        </div>
      )}
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
