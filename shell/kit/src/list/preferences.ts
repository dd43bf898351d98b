import { useState } from 'react';

export type Density = 'compact' | 'regular';

/** How a person likes one list to look; kept in the browser for each list. */
export interface ListPreferences {
  /** Columns out of sight; null: those that the page hides by itself. */
  hidden: readonly string[] | null;
  density: Density;
}

const DEFAULTS: ListPreferences = { hidden: null, density: 'compact' };
const keyOf = (id: string) => `primazia.list.${id}`;

/** Reads what was kept; what cannot be understood counts as nothing. */
export function readPreferences(storage: Storage, id: string): ListPreferences {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(id)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return DEFAULTS;
    const { hidden, density } = kept as Partial<Record<keyof ListPreferences, unknown>>;
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((one) => typeof one === 'string') : null,
      density: density === 'regular' ? 'regular' : 'compact',
    };
  } catch {
    return DEFAULTS;
  }
}

/** A list's preferences, and the way to change them. */
export function useListPreferences(
  id: string,
): [ListPreferences, (change: Partial<ListPreferences>) => void] {
  const [preferences, setPreferences] = useState(() => readPreferences(localStorage, id));
  const change = (part: Partial<ListPreferences>) => {
    const next = { ...preferences, ...part };
    localStorage.setItem(keyOf(id), JSON.stringify(next));
    setPreferences(next);
  };
  return [preferences, change];
}
