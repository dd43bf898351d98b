// Normalizes names of columns and words in cells. Pure.

/** In lower case, without accents, and with one blank for all that is neither letter nor digit. */
export const plainName = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
