import type { PricingSettings } from '@primazia/backend/pricing/contract';
import { type ApiError, useMayWrite, useTranslation } from '@primazia/kit';
import {
  LeaveGuard,
  NumberControl,
  PercentControl,
  RadioControl,
  SwitchControl,
} from '@primazia/kit/form';
import { Button, ErrorState, Help, type Term } from '@primazia/kit/ui';
import { type ReactNode, useId } from 'react';
import type { Control } from 'react-hook-form';
import type { SettingsValues } from './settings-values.ts';
import { useSettingsForm } from './use-settings-form.ts';

interface SettingsFormProps {
  /** The stored settings as last fetched. */
  settings: PricingSettings;
  /** They are being fetched again, or that failed: nothing is saved over settings that may be newer. */
  isStale: boolean;
  /** Why they could not be fetched again. */
  error: ApiError | null;
  onRetry: () => void;
}

/** The settings for all prices of the company. */
export function SettingsForm({ settings, isStale, error, onRetry }: SettingsFormProps) {
  const { t } = useTranslation();
  const isReadOnly = !useMayWrite();
  const { control, isDirty, isSaving, save } = useSettingsForm(settings);
  return (
    <form className="settings__form" onSubmit={save} noValidate>
      <LeaveGuard when={isDirty && !isSaving} />
      {isReadOnly && <p className="hint">{t('settings.read_only')}</p>}
      <SettingsFields control={control} isReadOnly={isReadOnly} />
      {error !== null && <ErrorState error={error} onRetry={onRetry} />}
      {!isReadOnly && (
        <div>
          <Button
            variant="accent"
            type="submit"
            isDisabled={!isDirty || isStale}
            isPending={isSaving}
          >
            {t('settings.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

interface SettingsFieldsProps {
  control: Control<SettingsValues>;
  isReadOnly: boolean;
}

/** The settings by what they are about. */
function SettingsFields({ control, isReadOnly }: SettingsFieldsProps) {
  const { t } = useTranslation();
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
    <>
      <Section title={t('settings.section.approval')} help="approval">
        <SwitchControl
          control={control}
          name="requiresApprovalByDefault"
          label={t('settings.requiresApprovalByDefault')}
          description={t('settings.requiresApprovalByDefault_text')}
          isDisabled={isReadOnly}
        />
      </Section>
      <Section title={t('settings.section.limits')} help="largest_step">
        <div className="fields">
          {percent('maxStepPercent')}
          {percent('maxDayPercent')}
        </div>
      </Section>
      <Section title={t('settings.section.pace')} help="pace" text={t('settings.pace_text')}>
        <div className="fields">
          {percent('smallestRisePercent')}
          {number('minutesBetweenUpdates', {
            description: t('settings.minutesBetweenUpdates_text'),
          })}
          {number('updatesPerHour')}
          {number('updatesPerDay')}
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
    </>
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
