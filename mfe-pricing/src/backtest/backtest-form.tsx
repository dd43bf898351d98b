import { MAX_BACKTEST_DAYS, startBacktest } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { NumberControl, RadioControl } from '@primazia/kit/form';
import { Button } from '@primazia/kit/ui';
import { useForm, useWatch } from 'react-hook-form';

export interface BacktestInput {
  days: number;
  /** Units that a listing sells on a day on which it wins all the time. */
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

interface BacktestFormProps {
  input: BacktestInput;
  isBusy: boolean;
  onStart: (input: BacktestInput) => void;
}

/** The input of a backtest: the number of days, and how much a listing sells. */
export function BacktestForm({ input, isBusy, onStart }: BacktestFormProps) {
  const { t } = useTranslation();
  const isUsual = DAYS.some((days) => Number(days) === input.days);
  const { control, handleSubmit } = useForm<Values>({
    defaultValues: {
      days: isUsual ? String(input.days) : ANOTHER,
      otherDays: isUsual ? null : input.days,
      unitsPerDay: input.unitsPerDay,
    },
    resolver: (values) => {
      const wrong = {
        ...(UnitsPerDay?.safeParse(values.unitsPerDay ?? undefined).success
          ? {}
          : { unitsPerDay: { type: 'invalid', message: t('backtest.units_fault') } }),
        ...(values.days !== ANOTHER || isDays(values.otherDays)
          ? {}
          : { otherDays: { type: 'invalid', message: t('backtest.days_fault') } }),
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
    <form className="backtest__question" onSubmit={handleSubmit(submit)} noValidate>
      <RadioControl
        control={control}
        name="days"
        label={t('backtest.days')}
        orientation="horizontal"
        options={[
          ...DAYS.map((value) => ({
            value: String(value),
            label: t('backtest.last_days', { count: Number(value) }),
          })),
          { value: ANOTHER, label: t('backtest.other_days') },
        ]}
      />
      {days === ANOTHER && (
        <div className="backtest__days">
          <NumberControl
            control={control}
            name="otherDays"
            label={t('backtest.days_count')}
            description={t('backtest.days_text', { most: MAX_BACKTEST_DAYS })}
          />
        </div>
      )}
      <div className="backtest__units">
        <NumberControl
          control={control}
          name="unitsPerDay"
          label={t('backtest.units')}
          description={t('backtest.units_text')}
        />
      </div>
      <div className="backtest__start">
        <Button variant="accent" type="submit" isPending={isBusy}>
          {t('backtest.start')}
        </Button>
      </div>
    </form>
  );
}
