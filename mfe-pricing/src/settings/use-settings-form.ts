import {
  getPricingSettings,
  type PricingSettings,
  preview,
  previewSelection,
  setPricingSettings,
} from '@primazia/backend/pricing/contract';
import { faultText, showError, useMutateCall, useTranslation } from '@primazia/kit';
import { faultsToForm, useFollowStored } from '@primazia/kit/form';
import { toast } from '@primazia/kit/ui';
import { type Resolver, useForm } from 'react-hook-form';
import {
  SETTINGS_ALIASES,
  SETTINGS_FIELDS,
  type SettingsValues,
  settingsFaults,
  toSettings,
  toSettingsValues,
} from './settings-values.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

/** Has react-hook-form find what the server would refuse. */
const settingsResolver =
  (t: Translate): Resolver<SettingsValues> =>
  (values) => {
    const faults = settingsFaults(values);
    if (faults.length === 0) return { values, errors: {} };
    const errors = faults.map(({ field, code }) => {
      const message = t(`settings.fault.${code}`, {
        defaultValue: faultText(t, { path: field, code, message: code }),
      });
      return [field, { type: code, message }];
    });
    return { values: {}, errors: Object.fromEntries(errors) };
  };

/** The settings as they are typed, and their saving. */
export function useSettingsForm(settings: PricingSettings) {
  const { t } = useTranslation();
  const { control, handleSubmit, reset, setError, formState } = useForm<SettingsValues>({
    defaultValues: toSettingsValues(settings),
    mode: 'onTouched',
    resolver: settingsResolver(t),
  });
  // The form is saved as a whole: what another person changed is shown here, except in edited fields.
  useFollowStored(reset, settings, toSettingsValues);
  const { isPending, mutate } = useMutateCall(setPricingSettings, {
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
      if (error.faults.length === 0 || homeless.length > 0) showError(t, error);
    },
  });
  return {
    control,
    isDirty: formState.isDirty,
    isSaving: isPending,
    save: handleSubmit((values) => mutate({ body: toSettings(values) })),
  };
}
