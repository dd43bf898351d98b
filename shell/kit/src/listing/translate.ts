import type { useTranslation } from '../i18n/i18n.ts';

/** The texts of the kit, released: asked for in each part of a cell they cost more than the cell, which a page has 200 of. */
export type KitTranslate = ReturnType<typeof useTranslation<'kit'>>['t'];
