// Issues of listings other than their price, in the requested language.
import { numberOf } from '../world/dice.ts';
import type { Offer } from '../world.ts';
import type { AmazonStore } from './stores.ts';

interface Flaw {
  code: string;
  attribute: string;
  category: string;
  /** The percentage of listings that have it. */
  share: number;
  words: Record<'pt_BR' | 'en_US' | 'es_MX', string>;
}

const FLAWS: readonly Flaw[] = [
  {
    code: '90220',
    attribute: 'bullet_point',
    category: 'MISSING_ATTRIBUTE',
    share: 30,
    words: {
      pt_BR: "O atributo 'Marcadores' é recomendado e está faltando.",
      en_US: "The attribute 'Bullet points' is recommended and missing.",
      es_MX: "El atributo 'Viñetas' es recomendado y falta.",
    },
  },
  {
    code: '100252',
    attribute: 'main_product_image_locator',
    category: 'INVALID_IMAGE',
    share: 20,
    words: {
      pt_BR: 'A imagem principal tem menos de 1000 pixels: o zoom não funciona.',
      en_US: 'The main image has less than 1000 pixels: it cannot be zoomed into.',
      es_MX: 'La imagen principal tiene menos de 1000 píxeles: no se puede ampliar.',
    },
  },
  {
    code: '99022',
    attribute: 'product_description',
    category: 'INVALID_ATTRIBUTE',
    share: 15,
    words: {
      pt_BR: 'A descrição contém código HTML, que não é mostrado.',
      en_US: 'The description contains HTML, which is not shown.',
      es_MX: 'La descripción contiene código HTML, que no se muestra.',
    },
  },
];

const isLanguage = (locale: string | undefined): locale is keyof Flaw['words'] =>
  locale === 'pt_BR' || locale === 'en_US' || locale === 'es_MX';

const flawsOf = ({ itemId }: Offer) =>
  FLAWS.filter(({ code, share }) => numberOf(`${itemId}/${code}`) % 100 < share);

/** Warnings of Amazon that do not stop a listing. */
export const warningsOf = (offer: Offer, locale: string | undefined, store: AmazonStore) =>
  flawsOf(offer).map(({ code, attribute, category, words }) => ({
    code,
    message: words[isLanguage(locale) ? locale : store.language],
    severity: 'WARNING',
    attributeNames: [attribute],
    categories: [category],
    marketplaceIds: [store.id],
  }));

/** The descriptive attributes of a listing, without those that it lacks. */
export const describedBy = (offer: Offer, title: string, store: AmazonStore) => ({
  product_description: [{ value: title, language_tag: store.language, marketplace_id: store.id }],
  ...(flawsOf(offer).some(({ attribute }) => attribute === 'bullet_point')
    ? {}
    : {
        bullet_point: [{ value: title, language_tag: store.language, marketplace_id: store.id }],
      }),
});
