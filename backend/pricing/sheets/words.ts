// The words of the columns and of the cells that are no numbers, in the three languages. Pure.
import type { Locale } from '../../kernel/id.ts';
import { plainName } from '../../kernel/plain-name.ts';
import type { SheetField } from '../contract.ts';

type Words = Readonly<Record<Locale, string>>;

/** How our own files name the columns, in the order in which they stand there. */
export const HEADINGS: Readonly<Record<SheetField, Words>> = {
  listingId: { pt: 'ID', en: 'ID', es: 'ID' },
  sku: { pt: 'SKU', en: 'SKU', es: 'SKU' },
  skuMarketplace: { pt: 'ASIN/MLB', en: 'ASIN/MLB', es: 'ASIN/MLB' },
  link: { pt: 'Link', en: 'Link', es: 'Enlace' },
  minPrice: { pt: 'Preço mínimo', en: 'Minimum price', es: 'Precio mínimo' },
  maxPrice: { pt: 'Preço máximo', en: 'Maximum price', es: 'Precio máximo' },
  strategy: { pt: 'Estratégia', en: 'Strategy', es: 'Estrategia' },
  requiresApproval: { pt: 'Exige aprovação', en: 'Requires approval', es: 'Requiere aprobación' },
  control: { pt: 'Controle do preço', en: 'Price control', es: 'Control del precio' },
  safeMargin: {
    pt: 'Margem de segurança (%)',
    en: 'Safety margin (%)',
    es: 'Margen de seguridad (%)',
  },
  competition: { pt: 'Onde se aplica', en: 'Where it applies', es: 'Dónde se aplica' },
  status: { pt: 'Status da regra', en: 'Rule status', es: 'Estado de la regla' },
};

export const FIELDS = Object.keys(HEADINGS) as SheetField[];

/** Further names that people give the columns. */
const OTHER_NAMES: Readonly<Partial<Record<SheetField, readonly string[]>>> = {
  listingId: ['listing id', 'id do anuncio', 'id del anuncio', 'id de la publicacion'],
  sku: ['seller sku', 'seu sku', 'sku do vendedor', 'sku del vendedor'],
  skuMarketplace: ['asin', 'mlb', 'mlm', 'sku marketplace', 'codigo do anuncio', 'item id'],
  link: ['url'],
  minPrice: ['minimo', 'valor minimo', 'min', 'min price', 'minimum', 'preco min', 'precio min'],
  maxPrice: ['maximo', 'valor maximo', 'max', 'max price', 'maximum', 'preco max', 'precio max'],
  requiresApproval: ['aprovacao', 'aprobacion', 'approval'],
  control: ['controle de preco', 'control de precio', 'control'],
  safeMargin: [
    'margem de seguranca',
    'margen de seguridad',
    'safety margin',
    'safe margin',
    'margem',
  ],
  competition: ['aplicacao', 'aplica se a', 'competition', 'competicao'],
  status: ['status', 'estado', 'situacao', 'situacao da regra'],
};

const FIELD_OF = new Map<string, SheetField>(
  FIELDS.flatMap((field) =>
    [...Object.values(HEADINGS[field]), ...(OTHER_NAMES[field] ?? [])].map(
      (name) => [plainName(name), field] as const,
    ),
  ),
);

/** The field that a column stands for by its name; null: none of ours. */
export const fieldOf = (name: string): SheetField | null => FIELD_OF.get(plainName(name)) ?? null;

/** By field the values that a cell may say; what stands first for a language is what our own files say. */
const VALUES = {
  strategy: {
    PRIMAZIA: { pt: 'Primazia', en: 'Primazia', es: 'Primazia', others: [] },
    WIN: { pt: 'Vencer', en: 'Win', es: 'Ganar', others: ['ganhar'] },
    MATCH: { pt: 'Igualar', en: 'Match', es: 'Igualar', others: ['empatar'] },
    LOSE: { pt: 'Perder', en: 'Lose', es: 'Perder', others: [] },
  },
  requiresApproval: {
    true: { pt: 'Sim', en: 'Yes', es: 'Sí', others: ['true', 's', 'y', 'verdadeiro', 'verdadero'] },
    false: { pt: 'Não', en: 'No', es: 'No', others: ['false', 'n', 'falso'] },
  },
  control: {
    REGAIN: {
      pt: 'Retomar',
      en: 'Regain',
      es: 'Recuperar',
      others: ['manter', 'keep', 'mantener'],
    },
    LOSE: { pt: 'Ceder', en: 'Lose', es: 'Ceder', others: ['perder'] },
  },
  competition: {
    BUYBOX: { pt: 'Buybox', en: 'Buybox', es: 'Buybox', others: ['buy box'] },
    EXTERNAL: {
      pt: 'Fora do buybox',
      en: 'Outside the buybox',
      es: 'Fuera del buybox',
      others: ['external', 'outside buybox', 'fuera de la buybox', 'fora da buybox'],
    },
    ACOS: { pt: 'ACOS', en: 'ACOS', es: 'ACOS', others: [] },
    ROAS: { pt: 'ROAS', en: 'ROAS', es: 'ROAS', others: [] },
  },
  status: {
    enabled: {
      pt: '1',
      en: '1',
      es: '1',
      others: ['active', 'enabled', 'ativo', 'ativa', 'ativada', 'activo', 'activa', 'activada'],
    },
    disabled: {
      pt: '2',
      en: '2',
      es: '2',
      others: ['disabled', 'desativado', 'desativada', 'inativa', 'desactivada', 'inactiva'],
    },
  },
} as const;

type Said = Words & { others: readonly string[] };
export type WordField = keyof typeof VALUES;
export type WordOf<F extends WordField> = keyof (typeof VALUES)[F] & string;

const wordsOf = (field: WordField): [string, Said][] => Object.entries<Said>(VALUES[field]);

const MEANT = Object.fromEntries(
  (Object.keys(VALUES) as WordField[]).map((field) => [
    field,
    new Map(
      wordsOf(field).flatMap(([value, { others, ...words }]) =>
        [value, ...Object.values(words), ...others].map(
          (word) => [plainName(word), value] as const,
        ),
      ),
    ),
  ]),
);

/** What a cell means; null: none of the words of its column. */
export const meantBy = <F extends WordField>(field: F, cell: string): WordOf<F> | null =>
  (MEANT[field]?.get(plainName(cell)) as WordOf<F> | undefined) ?? null;

/** How our own files say a value; empty where they have no word for it. */
export const wordFor = (field: WordField, value: string, locale: Locale): string =>
  wordsOf(field).find(([name]) => name === value)?.[1][locale] ?? '';
