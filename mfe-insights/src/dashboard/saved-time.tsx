import { queryIndicators } from '@primazia/backend/insights/contract';
import {
  getPricingSettings,
  type PricingSettings,
  setPricingSettings,
} from '@primazia/backend/pricing/contract';
import {
  showError,
  useMayWrite,
  useMutateCall,
  usePlace,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { ActionButton, Button, Text, TextField, toast } from '@primazia/kit/ui';
import { type FormEvent, useState } from 'react';

const MOST_MINUTES = 240;

/** The minutes in a text; null: it has no valid number. */
export function minutesOf(text: string): number | null {
  const minutes = Number(text);
  const isWhole = /^\d{1,3}$/.test(text.trim());
  return isWhole && minutes <= MOST_MINUTES ? minutes : null;
}

/** The minutes for a manual change, from which saved time is calculated; editable in place. */
export function MinutesPerChange() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { root } = usePlace();
  // A host's token permits figures, but not the settings of prices.
  const { data } = useQueryCall(getPricingSettings, {}, { enabled: root === document });
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const { minutesPerManualChange: minutes } = data;
  if (isOpen) return <MinutesForm settings={data} onClose={() => setOpen(false)} />;
  return (
    <div className="minutes">
      <span className="figure__note">{t('saved.minutes', { count: minutes })}</span>
      {mayWrite && (
        <ActionButton isQuiet onPress={() => setOpen(true)}>
          <Text>{t('saved.change')}</Text>
        </ActionButton>
      )}
    </div>
  );
}

function MinutesForm({ settings, onClose }: { settings: PricingSettings; onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(String(settings.minutesPerManualChange));
  const minutes = minutesOf(text);
  const { mutate, isPending } = useMutateCall(setPricingSettings, {
    invalidates: [getPricingSettings, queryIndicators],
    onSuccess: () => {
      toast('positive', t('saved.done'));
      onClose();
    },
    onError: (error) => showError(t, error),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (minutes !== null) mutate({ body: { ...settings, minutesPerManualChange: minutes } });
  };
  return (
    <form className="minutes" onSubmit={save}>
      <TextField
        autoFocus
        label={t('saved.label')}
        inputMode="numeric"
        value={text}
        onChange={setText}
        width="100%"
        {...(minutes === null && {
          validationState: 'invalid',
          errorMessage: t('saved.invalid', { most: MOST_MINUTES }),
        })}
      />
      <Button type="submit" variant="primary" isDisabled={minutes === null || isPending}>
        {t('saved.save')}
      </Button>
      <ActionButton isQuiet onPress={onClose}>
        <Text>{t('saved.cancel')}</Text>
      </ActionButton>
    </form>
  );
}
