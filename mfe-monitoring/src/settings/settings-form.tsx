import {
  AlertSettings,
  alertSettings,
  saveAlertSettings,
} from '@primazia/backend/monitoring/contract';
import {
  type ApiError,
  faultText,
  showError,
  useMayWrite,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import {
  faultsToForm,
  LeaveGuard,
  NumberControl,
  TextArea,
  useFollowStored,
} from '@primazia/kit/form';
import { Button, ErrorState, toast } from '@primazia/kit/ui';
import { type Control, type Resolver, useController, useForm } from 'react-hook-form';
import {
  SETTINGS_FIELDS,
  type SettingsValues,
  toSettings,
  toSettingsValues,
} from './settings-values.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

/** Finds what the server would refuse, by its own rules. */
const resolverOf =
  (t: Translate): Resolver<SettingsValues> =>
  (values) => {
    const { error } = AlertSettings.safeParse(toSettings(values));
    if (error === undefined) return { values, errors: {} };
    const errors = error.issues.map(({ path: [field], message }) => {
      const name = String(field);
      const isEmpty = values[name as keyof SettingsValues] === null;
      const code = isEmpty ? 'required' : /^[a-z_]+$/.test(message) ? message : 'invalid';
      return [name, { type: code, message: faultText(t, { path: name, code, message: code }) }];
    });
    return { values: {}, errors: Object.fromEntries(errors) };
  };

interface SettingsFormProps {
  /** The stored settings as last fetched. */
  settings: AlertSettings;
  /** They are being fetched again, or that failed: nothing is saved over settings that may be newer. */
  isStale: boolean;
  /** Why they could not be fetched again. */
  error: ApiError | null;
  onRetry: () => void;
}

/** Own brands, how long something lasts before it is announced, and how many lost buyboxes are announced together. */
export function SettingsForm({ settings, isStale, error, onRetry }: SettingsFormProps) {
  const { t } = useTranslation();
  const isReadOnly = !useMayWrite();
  const { control, handleSubmit, reset, setError, formState } = useForm<SettingsValues>({
    defaultValues: toSettingsValues(settings),
    mode: 'onTouched',
    resolver: resolverOf(t),
  });
  useFollowStored(reset, settings, toSettingsValues);
  const { isPending, mutate } = useMutateCall(saveAlertSettings, {
    invalidates: [alertSettings],
    onSuccess: (saved) => {
      reset(toSettingsValues(saved));
      toast('positive', t('settings.saved'));
    },
    onError: (fault) => {
      const homeless = faultsToForm(fault, setError, t, { fields: [...SETTINGS_FIELDS] });
      if (fault.faults.length === 0 || homeless.length > 0) showError(t, fault);
    },
  });
  const number = (name: 'holdMinutes' | 'manyLost') => (
    <NumberControl
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
      className="monitoring-settings__form"
      onSubmit={handleSubmit((values) => mutate({ body: toSettings(values) }))}
      noValidate
    >
      <LeaveGuard when={formState.isDirty && !isPending} />
      {isReadOnly && <p className="monitoring-settings__hint">{t('settings.read_only')}</p>}
      {number('holdMinutes')}
      {number('manyLost')}
      <BrandsControl control={control} isReadOnly={isReadOnly} />
      {error !== null && <ErrorState error={error} onRetry={onRetry} />}
      {!isReadOnly && (
        <div>
          <Button
            variant="accent"
            type="submit"
            isDisabled={!formState.isDirty || isStale}
            isPending={isPending}
          >
            {t('settings.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

interface BrandsControlProps {
  control: Control<SettingsValues>;
  isReadOnly: boolean;
}

/** The company's own brands, one to a line. */
function BrandsControl({ control, isReadOnly }: BrandsControlProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'ownBrands' });
  const message = fieldState.error?.message;
  return (
    <TextArea
      label={t('settings.ownBrands')}
      description={t('settings.ownBrands_text')}
      width="100%"
      isDisabled={isReadOnly}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      {...(message === undefined ? {} : { validationState: 'invalid', errorMessage: message })}
    />
  );
}
