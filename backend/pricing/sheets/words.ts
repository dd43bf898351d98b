// The words of the columns and of the cells that are no numbers, in the three languages. Pure.
import type { Locale } from '../../kernel/id.ts';
import { plainName } from '../../kernel/plain-name.ts';
import type { SheetField } from '../contract.ts';

type Words = Readonly<Record<Locale, string>>;

/** How our own files name the columns, in the order in which they stand there: as the form of a rule does. */
export const HEADINGS: Readonly<Record<SheetField, Words>> = {
  listingId: { pt: 'ID', en: 'ID', es: 'ID' },
  sku: { pt: 'SKU', en: 'SKU', es: 'SKU' },
  skuMarketplace: { pt: 'ASIN/MLB', en: 'ASIN/MLB', es: 'ASIN/MLB' },
  link: { pt: 'Link', en: 'Link', es: 'Enlace' },
  minPrice: { pt: 'Preço mínimo', en: 'Minimum price', es: 'Precio mínimo' },
  maxPrice: { pt: 'Preço máximo', en: 'Maximum price', es: 'Precio máximo' },
  strategy: { pt: 'Estratégia', en: 'Strategy', es: 'Estrategia' },
  requiresApproval: { pt: 'Pedir aprovação', en: 'Ask for approval', es: 'Pedir aprobación' },
  control: {
    pt: 'Se alguém mudar o preço fora daqui',
    en: 'If somebody changes the price elsewhere',
    es: 'Si alguien cambia el precio fuera de aquí',
  },
  safeMargin: { pt: 'Margem segura (%)', en: 'Safe margin (%)', es: 'Margen seguro (%)' },
  competition: {
    pt: 'O que a regra olha',
    en: 'What the rule looks at',
    es: 'Qué mira la regla',
  },
  status: { pt: 'Situação da regra', en: 'Rule status', es: 'Estado de la regla' },
};

export const FIELDS = Object.keys(HEADINGS) as SheetField[];

/** Further names of the columns: those that people give them, and those that our files had before. */
const OTHER_NAMES: Readonly<Partial<Record<SheetField, readonly string[]>>> = {
  listingId: ['listing id', 'id do anuncio', 'id del anuncio', 'id de la publicacion'],
  sku: ['seller sku', 'seu sku', 'sku do vendedor', 'sku del vendedor'],
  skuMarketplace: ['asin', 'mlb', 'mlm', 'sku marketplace', 'codigo do anuncio', 'item id'],
  link: ['url'],
  minPrice: ['minimo', 'valor minimo', 'min', 'min price', 'minimum', 'preco min', 'precio min'],
  maxPrice: ['maximo', 'valor maximo', 'max', 'max price', 'maximum', 'preco max', 'precio max'],
  requiresApproval: [
    'exige aprovacao',
    'requires approval',
    'requiere aprobacion',
    'pede aprovacao',
    'pedir aprovacao antes de cada mudanca',
    'aprovacao',
    'aprobacion',
    'approval',
  ],
  control: [
    'controle do preco',
    'price control',
    'control del precio',
    'controle de preco',
    'control de precio',
    'control',
  ],
  safeMargin: [
    'margem de seguranca',
    'margen de seguridad',
    'safety margin',
    'margem segura',
    'safe margin',
    'margen seguro',
    'margem',
  ],
  competition: [
    'onde se aplica',
    'where it applies',
    'donde se aplica',
    'aplicacao',
    'aplica se a',
    'competition',
    'competicao',
  ],
  status: ['status da regra', 'status', 'estado', 'situacao'],
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

/** By field the values that a cell may say; what stands for a language is what our own files say, as the form does. */
const VALUES = {
  strategy: {
    PRIMAZIA: { pt: 'Primazia', en: 'Primazia', es: 'Primazia', others: [] },
    WIN: { pt: 'Ganhar', en: 'Win', es: 'Ganar', others: ['vencer'] },
    MATCH: { pt: 'Igualar', en: 'Match', es: 'Igualar', others: ['empatar'] },
    LOSE: {
      pt: 'Ficar acima',
      en: 'Stay above',
      es: 'Quedar por encima',
      others: ['perder'],
    },
  },
  requiresApproval: {
    true: { pt: 'Sim', en: 'Yes', es: 'Sí', others: ['true', 's', 'y', 'verdadeiro', 'verdadero'] },
    false: { pt: 'Não', en: 'No', es: 'No', others: ['false', 'n', 'falso'] },
  },
  control: {
    REGAIN: {
      pt: 'A regra retoma o controle',
      en: 'The rule takes control back',
      es: 'La regla retoma el control',
      others: ['retomar', 'recuperar', 'manter', 'keep', 'mantener'],
    },
    LOSE: {
      pt: 'A regra fica pausada',
      en: 'The rule is paused',
      es: 'La regla queda pausada',
      others: ['pausar', 'pause', 'ceder', 'perder'],
    },
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
