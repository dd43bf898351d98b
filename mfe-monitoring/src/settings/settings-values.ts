import type { AlertSettings } from '@primazia/backend/monitoring/contract';

/** The settings as the form holds them; null: nothing is typed; NaN: no number. */
export interface SettingsValues {
  holdMinutes: number | null;
  manyLost: number | null;
  /** One to a line. */
  ownBrands: string;
}

export const SETTINGS_FIELDS = ['holdMinutes', 'manyLost', 'ownBrands'] as const;

export const toSettingsValues = ({ ownBrands, ...settings }: AlertSettings): SettingsValues => ({
  ...settings,
  ownBrands: ownBrands.join('\n'),
});

/** As the API takes them; an empty number becomes NaN, which it refuses. */
export const toSettings = ({
  holdMinutes,
  manyLost,
  ownBrands,
}: SettingsValues): AlertSettings => ({
  holdMinutes: holdMinutes ?? Number.NaN,
  manyLost: manyLost ?? Number.NaN,
  ownBrands: ownBrands.split('\n').flatMap((line) => line.trim() || []),
});
