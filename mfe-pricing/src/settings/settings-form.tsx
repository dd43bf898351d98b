import {
  getPricingSettings,
  type PricingSettings,
  preview,
  previewSelection,
  setPricingSettings,
} from '@primazia/backend/pricing/contract';
import {
  type ApiError,
  Button,
  ErrorState,
  faultsToForm,
  faultText,
  Help,
  LeaveGuard,
  type Term,
  tellError,
  toast,
  useMayWrite,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import { NumberControl, PercentControl, RadioControl, SwitchControl } from '@primazia/kit/form';
import { type ReactNode, useEffect, useId } from 'react';
import { useForm } from 'react-hook-form';
import {
  SETTINGS_ALIASES,
  SETTINGS_FIELDS,
  type SettingsValues,
  settingsFaults,
  toSettings,
  toSettingsValues,
} from './settings-values.ts';

interface SettingsFormProps {
  /** As they are known to be stored. */
  settings: PricingSettings;
  /** They are being asked for anew, or could not be: nothing is saved over what they may be by now. */
  isStale: boolean;
  /** Why they could not be had anew. */
  error: ApiError | null;
  onRetry: () => void;
}

/** What the company settles for all of its prices. */
export function SettingsForm({ settings, isStale, error, onRetry }: SettingsFormProps) {
  const { t } = useTranslation();
  const isReadOnly = !useMayWrite();
  const form = useForm<SettingsValues>({
    defaultValues: toSettingsValues(settings),
    mode: 'onTouched',
    resolver: (values) => {
      const faults = settingsFaults(values);
      if (faults.length === 0) return { values, errors: {} };
      const errors = faults.map(({ field, code }) => {
        const message = t(`settings.fault.${code}`, {
          defaultValue: faultText(t, { path: field, code, message: code }),
        });
        return [field, { type: code, message }];
      });
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  const { control, handleSubmit, reset, setError, formState } = form;
  // All of it is saved at once: what somebody else changed shows here, but where something of one's own is typed.
  useEffect(() => {
    reset(toSettingsValues(settings), { keepDirtyValues: true, keepDirty: true });
  }, [settings, reset]);
  const save = useMutateCall(setPricingSettings, {
    invalidates: [getPricingSettings, preview, previewSelection],
    onSuccess: (saved) => {
      reset(toSettingsValues(saved));
      toast('positive', t('settings.saved'));
    },
    onError: (error) => {
      const homeless = faultsToForm(error, setError, t, {
        fields: [...SETTINGS_FIELDS],
        aliases: SETTINGS_ALIASES,
      });
      if (error.faults.length === 0 || homeless.length > 0) tellError(t, error);
    },
  });
  const number = (name: keyof SettingsValues, more: { description?: string; help?: Term } = {}) => (
    <NumberControl
      control={control}
      name={name}
      label={t(`settings.${name}`)}
      isRequired
      isDisabled={isReadOnly}
      {...more}
    />
  );
  const percent = (name: keyof SettingsValues) => (
    <PercentControl
      control={control}
      name={name}
      label={t(`settings.${name}`)}
      description={t(`settings.${name}_text`)}
      isRequired
      isDisabled={isReadOnly}
    />
  );
  return (
    <form
      className="settings__form"
      onSubmit={handleSubmit((values) => save.mutate({ body: toSettings(values) }))}
      noValidate
    >
      <LeaveGuard when={formState.isDirty && !save.isPending} />
      {isReadOnly && <p className="hint">{t('settings.read_only')}</p>}
      <Section title={t('settings.section.approval')} help="approval">
        <SwitchControl
          control={control}
          name="requiresApprovalByDefault"
          label={t('settings.requiresApprovalByDefault')}
          description={t('settings.requiresApprovalByDefault_text')}
          isDisabled={isReadOnly}
        />
      </Section>
      <Section title={t('settings.section.moves')} help="largest_step">
        <div className="fields">
          {percent('maxStepPercent')}
          {percent('maxDayPercent')}
        </div>
      </Section>
      <Section
        title={t('settings.section.breaker')}
        help="breaker"
        text={t('settings.breaker_text')}
      >
        <div className="fields">
          {percent('breakerPercent')}
          {number('breakerDrops', { description: t('settings.breakerDrops_text') })}
          {number('breakerMinutes')}
        </div>
      </Section>
      <Section title={t('settings.section.parity')} help="parity" text={t('settings.parity_text')}>
        <RadioControl
          control={control}
          name="parity"
          label={t('settings.parity')}
          isDisabled={isReadOnly}
          options={['warn', 'block'].map((value) => ({
            value,
            label: t(`settings.parity_${value}`),
            description: t(`settings.parity_${value}_text`),
          }))}
        />
      </Section>
      <Section title={t('settings.section.data')}>
        <div className="fields">
          {number('staleMarketHours', {
            description: t('settings.staleMarketHours_text'),
            help: 'market_age',
          })}
          {number('minutesPerManualChange', {
            description: t('settings.minutesPerManualChange_text'),
            help: 'manual_minutes',
          })}
        </div>
      </Section>
      {error !== null && <ErrorState error={error} onRetry={onRetry} />}
      {!isReadOnly && (
        <div>
          <Button
            variant="accent"
            type="submit"
            isDisabled={!formState.isDirty || isStale}
            isPending={save.isPending}
          >
            {t('settings.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

interface SectionProps {
  title: string;
  help?: Term;
  text?: string;
  children: ReactNode;
}

function Section({ title, help, text, children }: SectionProps) {
  const id = useId();
  return (
    <fieldset className="settings__section" aria-labelledby={id}>
      <legend>
        <span id={id}>{title}</span>
        {help !== undefined && <Help term={help} />}
      </legend>
      {text !== undefined && <p className="hint">{text}</p>}
      {children}
    </fieldset>
  );
}
