import { defaultTheme, type Theme } from '../spectrum.ts';

/** Spectrum's whole theme with an additional class of ours: a partial theme fails. */
export const theme: Theme = {
  ...defaultTheme,
  global: { ...defaultTheme.global, primazia: 'pz-root' },
};

/** The languages that Spectrum's own texts are built for. */
export const SPECTRUM_LOCALE = { pt: 'pt-BR', en: 'en-US', es: 'es-ES' } as const;
