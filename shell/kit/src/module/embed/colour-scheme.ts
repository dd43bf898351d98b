import { useSyncExternalStore } from 'react';
import type { ColorScheme } from '../../spectrum.ts';
import type { ColorTheme } from '../embedding.ts';

const DARK = '(prefers-color-scheme: dark)';

const watch = (changed: () => void) => {
  const preference = window.matchMedia(DARK);
  preference.addEventListener('change', changed);
  return () => preference.removeEventListener('change', changed);
};

/** The colour scheme of a theme: the person's preference where it is `auto`. */
export function useScheme(theme: ColorTheme): ColorScheme {
  const prefersDark = useSyncExternalStore(watch, () => window.matchMedia(DARK).matches);
  if (theme !== 'auto') return theme;
  return prefersDark ? 'dark' : 'light';
}
