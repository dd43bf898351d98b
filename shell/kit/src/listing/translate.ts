import type { useTranslation } from '../i18n/i18n.ts';

/** The `t` of the kit as a parameter: `useTranslation` in each part of a cell costs more than the cell, of which a page has 200. */
export type KitTranslate = ReturnType<typeof useTranslation<'kit'>>['t'];
