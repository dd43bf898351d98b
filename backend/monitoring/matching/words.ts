// Evidence of a match in words. `{own}` is the value of our own listing, `{other}` that of the other product.
import type { Locale } from '../../kernel/id.ts';
import type { Evidence, EvidenceLine } from '../contract/watch.ts';

const CONDITIONS: Readonly<Record<string, Record<Locale, string>>> = {
  new: { pt: 'novo', en: 'new', es: 'nuevo' },
  used: { pt: 'usado', en: 'used', es: 'usado' },
  refurbished: { pt: 'recondicionado', en: 'refurbished', es: 'reacondicionado' },
  '': { pt: 'nada', en: 'nothing', es: 'nada' },
};

const WORDS: Readonly<Record<Evidence['code'], Record<Locale, string>>> = {
  same_product: {
    pt: 'É a mesma página de produto ({own})',
    en: 'It is the same product page ({own})',
    es: 'Es la misma página de producto ({own})',
  },
  same_gtin: {
    pt: 'Mesmo código EAN {own}',
    en: 'Same EAN {own}',
    es: 'Mismo código EAN {own}',
  },
  same_model: { pt: 'Mesmo modelo {own}', en: 'Same model {own}', es: 'Mismo modelo {own}' },
  same_brand: { pt: 'Mesma marca {own}', en: 'Same brand {own}', es: 'Misma marca {own}' },
  alike_titles: {
    pt: 'Títulos {own}% parecidos',
    en: 'Titles {own}% alike',
    es: 'Títulos {own}% parecidos',
  },
  shop_gtin: {
    pt: 'Mesmo código {own}, mas é um código interno de loja, que não identifica o produto',
    en: 'Same number {own}, but it is a shop’s internal number, which identifies no product',
    es: 'Mismo código {own}, pero es un código interno de tienda, que no identifica el producto',
  },
  other_gtin: {
    pt: 'Códigos EAN diferentes: o seu é {own}, o outro {other}',
    en: 'Different EANs: yours is {own}, the other {other}',
    es: 'Códigos EAN diferentes: el tuyo es {own}, el otro {other}',
  },
  other_brand: {
    pt: 'Marcas diferentes: a sua é {own}, a outra {other}',
    en: 'Different brands: yours is {own}, the other {other}',
    es: 'Marcas diferentes: la tuya es {own}, la otra {other}',
  },
  other_measure: {
    pt: 'Medidas diferentes: o seu tem {own}, o outro {other}',
    en: 'Different measures: yours has {own}, the other {other}',
    es: 'Medidas diferentes: el tuyo tiene {own}, el otro {other}',
  },
  other_count: {
    pt: 'Quantidades diferentes: o seu vem com {own}, o outro com {other}',
    en: 'Different quantities: yours comes with {own}, the other with {other}',
    es: 'Cantidades diferentes: el tuyo viene con {own}, el otro con {other}',
  },
  other_model: {
    pt: 'Modelos diferentes: o seu é {own}, o outro {other}',
    en: 'Different models: yours is {own}, the other {other}',
    es: 'Modelos diferentes: el tuyo es {own}, el otro {other}',
  },
  accessory: {
    pt: 'Só um dos dois é acessório: o seu diz “{own}”, o outro “{other}”',
    en: 'Only one of the two is an accessory: yours says “{own}”, the other “{other}”',
    es: 'Solo uno de los dos es accesorio: el tuyo dice “{own}”, el otro “{other}”',
  },
  other_condition: {
    pt: 'Condições diferentes: o seu diz “{own}”, o outro “{other}”',
    en: 'Different conditions: yours says “{own}”, the other “{other}”',
    es: 'Condiciones diferentes: el tuyo dice “{own}”, el otro “{other}”',
  },
  other_colour: {
    pt: 'Cores diferentes: o seu é {own}, o outro {other}',
    en: 'Different colors: yours is {own}, the other {other}',
    es: 'Colores diferentes: el tuyo es {own}, el otro {other}',
  },
};

/** Evidence as people read it. */
export function inWords(evidence: readonly Evidence[], locale: Locale): EvidenceLine[] {
  const say = (value: string) => CONDITIONS[value]?.[locale] ?? value;
  return evidence.map(({ code, isAgainst, own, other }) => ({
    code,
    isAgainst,
    text: WORDS[code][locale].replace('{own}', () => say(own)).replace('{other}', () => say(other)),
  }));
}
