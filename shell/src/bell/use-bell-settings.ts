import {
  type BellSettings,
  type BellSettingsAnswer,
  bellSettings,
  notifications,
  saveBellSettings,
} from '@primazia/backend/notifications/contract';
import { showError, useApi, useQueryCall, useTranslation } from '@primazia/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

/** The time zone of this device, by its IANA name. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A person's settings of the bell; each change is saved at once, one after the other. */
export function useBellSettings() {
  const { t } = useTranslation();
  const api = useApi();
  const client = useQueryClient();
  const query = useQueryCall(bellSettings, {}, { staleTime: 0 });
  const [chosen, setChosen] = useState<BellSettingsAnswer | null>(null);
  const [isSaved, setSaved] = useState(false);
  const last = useRef<Promise<void>>(Promise.resolve());
  const newest = useRef<BellSettingsAnswer | null>(null);
  const settings = chosen ?? query.data;

  const save = async (next: BellSettingsAnswer) => {
    const { canMail: _, ...body } = next;
    try {
      await api.call(saveBellSettings, { body: { ...body, timeZone: ownTimeZone() } });
      setSaved(next === newest.current);
      await client.invalidateQueries({ queryKey: [notifications.path] });
    } catch (error) {
      setChosen(null);
      await query.refetch();
      showError(t, error);
    }
  };

  const change = (part: Partial<BellSettings>) => {
    if (settings === undefined) return;
    const next = { ...settings, ...part };
    newest.current = next;
    setChosen(next);
    setSaved(false);
    last.current = last.current.then(() => save(next));
  };
  return { query, settings, isSaved, change };
}
