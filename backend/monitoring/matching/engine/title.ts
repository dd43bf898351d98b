// What the title of a listing says of the product, in Portuguese, Spanish and English. Pure.

/** Lower case without accents; what joins digits and units stays. */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[“”″'']{1,2}/g, '"')
    .replace(/[^a-z0-9.,/"+-]+/g, ' ')
    .trim();

/** The dimension of each unit, and its factor to the base unit. */
const UNITS: Readonly<Record<string, readonly [dimension: string, factor: number]>> = {
  ml: ['ml', 1],
  l: ['ml', 1_000],
  lt: ['ml', 1_000],
  litro: ['ml', 1_000],
  litros: ['ml', 1_000],
  mg: ['g', 0.001],
  g: ['g', 1],
  gr: ['g', 1],
  kg: ['g', 1_000],
  mm: ['mm', 1],
  cm: ['mm', 10],
  m: ['mm', 1_000],
  metros: ['mm', 1_000],
  '"': ['pol', 1],
  pol: ['pol', 1],
  polegadas: ['pol', 1],
  pulgadas: ['pol', 1],
  w: ['W', 1],
  kw: ['W', 1_000],
  v: ['V', 1],
  volts: ['V', 1],
  gb: ['GB', 1],
  tb: ['GB', 1_024],
  mah: ['mAh', 1],
};
const MEASURE = new RegExp(
  `(?<![a-z0-9.,-])(\\d+(?:[.,]\\d+)?)\\s?(${Object.keys(UNITS)
    .sort((a, b) => b.length - a.length)
    .join('|')})(?![a-z0-9])`,
  'g',
);

/** 110 and 127 volts are the same mains voltage. */
const voltage = (value: number) => (value === 110 ? 127 : value);

/** The measures in a title, in base units, by dimension. A device for any voltage has 0 volts. */
export function measuresOf(plain: string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  const add = (dimension: string, value: number) =>
    found.set(dimension, (found.get(dimension) ?? new Set()).add(value));
  for (const [, amount, unit] of plain.matchAll(MEASURE)) {
    const [dimension, factor] = UNITS[unit!]!;
    const value = Number(amount!.replace(',', '.')) * factor;
    add(dimension, dimension === 'V' ? voltage(value) : Math.round(value * 1_000) / 1_000);
  }
  if (/\bbivolt\b/.test(plain)) add('V', 0);
  return found;
}

const COUNTS = [
  /\b(?:kit|pack|combo|conjunto|caixa|cx|jogo|set|lote)(?:\s(?:com|de|c\/|con|of|with))?\s?(\d{1,3})(?![\d.,]|\s?(?:ml|l|g|kg|mm|cm|m|v|w|gb|tb|pol)\b)/,
  /\bc\/\s?(\d{1,3})\b(?!\s?(?:ml|l|g|kg|mm|cm|m|v|w|gb|tb|pol)\b)/,
  /\b(\d{1,3})\s?(?:un|und|unid|unidades?|pcs|pecas|piezas|pares|pack|units?)\b/,
];

/** The number of pieces in a title; null: it has none. */
export function countOf(plain: string): number | null {
  for (const pattern of COUNTS) {
    const found = pattern.exec(plain);
    if (found !== null) return Number(found[1]);
  }
  return null;
}

/** Codes of models: words of letters and digits, without measures. */
export function modelCodes(plain: string): Set<string> {
  const codes = new Set<string>();
  for (const word of plain.replace(MEASURE, ' ').split(/[\s,/"+]+/)) {
    const code = word.replace(/[^a-z0-9]/g, '');
    const hasLetters = /[a-z]/.test(code);
    const digits = code.replace(/\D/g, '').length;
    const isCode = hasLetters ? digits > 0 && code.length >= 4 : digits >= 3 && /\d-\d/.test(word);
    if (isCode && !/^\d+(?:un|und|unid|pcs|x\d+|em\d+|a|o|ra)$/.test(code)) codes.add(code);
  }
  return codes;
}

const ACCESSORY =
  /\b(?:capa|capinha|case|funda|pelicula|suporte|soporte|refil|repuesto|carregador|pulseira|adaptador|compativel com|compatible con|compatible with|(?:cabo|cable|pecas?|controle|bateria) (?:para|p\/|for))\b/;

/** The word by which a title says that it sells what belongs to a product, and not the product; null: it does not. */
export const accessoryWord = (plain: string): string | null => ACCESSORY.exec(plain)?.[0] ?? null;

const USED =
  /\b(?:usad[oa]s?|seminov[oa]s?|recondicionad[oa]s?|reacondicionad[oa]s?|renewed|refurbished|vitrine|open box|used)\b/;

/** The word by which a title says that the thing is not new; null: it does not. */
export const usedWord = (plain: string): string | null => USED.exec(plain)?.[0] ?? null;

/** Names of colours, each with the key by which it is compared. */
const COLOURS: Readonly<Record<string, string>> = {
  preto: 'preto',
  preta: 'preto',
  negro: 'preto',
  negra: 'preto',
  black: 'preto',
  branco: 'branco',
  branca: 'branco',
  blanco: 'branco',
  blanca: 'branco',
  white: 'branco',
  azul: 'azul',
  blue: 'azul',
  vermelho: 'vermelho',
  vermelha: 'vermelho',
  rojo: 'vermelho',
  roja: 'vermelho',
  red: 'vermelho',
  verde: 'verde',
  green: 'verde',
  amarelo: 'amarelo',
  amarela: 'amarelo',
  amarillo: 'amarelo',
  yellow: 'amarelo',
  rosa: 'rosa',
  pink: 'rosa',
  roxo: 'roxo',
  roxa: 'roxo',
  morado: 'roxo',
  purple: 'roxo',
  cinza: 'cinza',
  gris: 'cinza',
  gray: 'cinza',
  grey: 'cinza',
  grafite: 'cinza',
  prata: 'prata',
  plata: 'prata',
  silver: 'prata',
  dourado: 'dourado',
  dourada: 'dourado',
  dorado: 'dourado',
  gold: 'dourado',
  marrom: 'marrom',
  marron: 'marrom',
  brown: 'marrom',
  bege: 'bege',
  beige: 'bege',
  laranja: 'laranja',
  naranja: 'laranja',
  orange: 'laranja',
};

export const coloursOf = (plain: string): Set<string> =>
  new Set(plain.split(/[^a-z]+/).flatMap((word) => COLOURS[word] ?? []));

function trigramsOf(plain: string): Set<string> {
  const found = new Set<string>();
  for (const word of plain.split(/[^a-z0-9]+/).filter(Boolean)) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3));
  }
  return found;
}

/** How similar two titles are by their trigrams, 0 to 1, as PostgreSQL's pg_trgm computes it. */
export function similarity(a: string, b: string): number {
  const [left, right] = [trigramsOf(a), trigramsOf(b)];
  if (left.size === 0 || right.size === 0) return 0;
  const shared = [...left].filter((one) => right.has(one)).length;
  return shared / (left.size + right.size - shared);
}
