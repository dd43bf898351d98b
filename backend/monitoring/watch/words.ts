// The texts of watched competitors: what a state means, and why a link is not watched.
import type { Sentence } from '../../kernel/bell.ts';
import type { Locale } from '../../kernel/id.ts';
import type { LinkKind } from '../../kernel/link.ts';
import type { WatchState } from '../contract/watch.ts';
import type { ClosedReason } from './engine/state.ts';

const STATES: Readonly<Record<WatchState, Sentence>> = {
  fetching: {
    pt: 'Buscando dados, tente novamente mais tarde.',
    en: 'Fetching data, try again later.',
    es: 'Buscando datos, inténtalo más tarde.',
  },
  ready: { pt: 'Monitorado.', en: 'Monitored.', es: 'Monitoreado.' },
  paused_or_out_of_stock: {
    pt: 'O anúncio monitorado está pausado ou sem estoque.',
    en: 'The monitored listing is paused or out of stock.',
    es: 'La publicación monitoreada está pausada o sin stock.',
  },
  unavailable: {
    pt: 'Anúncio indisponível ou algo deu errado. Tente novamente.',
    en: 'The listing is unavailable or something went wrong. Try again.',
    es: 'La publicación no está disponible o algo salió mal. Inténtalo de nuevo.',
  },
  suspect: {
    pt: 'Preço suspeito: muito abaixo dos outros. Nenhuma regra o considera até ser visto de novo ou confirmado.',
    en: 'Suspect price: far below the others. No rule counts it until it is seen again or confirmed.',
    es: 'Precio sospechoso: muy por debajo de los demás. Ninguna regla lo considera hasta que se vea otra vez o se confirme.',
  },
  changed: {
    pt: 'A página agora mostra outro produto. Confira se ainda é o mesmo; até lá nenhuma regra o considera.',
    en: 'The page shows another product now. Check whether it is still the same; until then no rule counts it.',
    es: 'La página ahora muestra otro producto. Revisa si sigue siendo el mismo; hasta entonces ninguna regla lo considera.',
  },
};

const REASONS: Readonly<Record<ClosedReason, Sentence>> = {
  no_reader: {
    pt: 'Este marketplace não informa os preços de outros vendedores. Digite o preço à mão.',
    en: 'This marketplace does not report the prices of other sellers. Enter the price by hand.',
    es: 'Este marketplace no informa los precios de otros vendedores. Escribe el precio a mano.',
  },
  no_account: {
    pt: 'Conecte uma conta deste marketplace neste país para consultar o preço, ou digite-o à mão.',
    en: 'Connect an account of this marketplace in this country to check the price, or enter it by hand.',
    es: 'Conecta una cuenta de este marketplace en este país para consultar el precio, o escríbelo a mano.',
  },
  outside_catalog: {
    pt: 'O marketplace não informa o preço de um anúncio fora do catálogo. Cole o link da página do produto, ou digite o preço à mão.',
    en: 'The marketplace does not report the price of a listing outside the catalog. Paste the link of the product page, or enter the price by hand.',
    es: 'El marketplace no informa el precio de una publicación fuera del catálogo. Pega el enlace de la página del producto, o escribe el precio a mano.',
  },
  item_not_listed: {
    pt: 'A página do produto não mostra o anúncio do link. Cole o link da página sem o anúncio.',
    en: 'The product page does not show the listing of the link. Paste the link of the page without the listing.',
    es: 'La página del producto no muestra la publicación del enlace. Pega el enlace de la página sin la publicación.',
  },
  below_twentieth: {
    pt: 'O vendedor está abaixo da 20ª posição, e o marketplace não informa os dados dele.',
    en: 'The seller is below the 20th position, and the marketplace does not report its data.',
    es: 'El vendedor está debajo de la posición 20, y el marketplace no informa sus datos.',
  },
  not_found: {
    pt: 'O marketplace não conhece este produto. Confira o link.',
    en: 'The marketplace does not know this product. Check the link.',
    es: 'El marketplace no conoce este producto. Revisa el enlace.',
  },
  forbidden: {
    pt: 'O marketplace não permite consultar este produto. Tentaremos de novo em 24 horas.',
    en: 'The marketplace does not allow this product to be checked. We will try again in 24 hours.',
    es: 'El marketplace no permite consultar este producto. Lo intentaremos de nuevo en 24 horas.',
  },
  robots: {
    pt: 'O site pede que programas não leiam esta página (robots.txt). Digite o preço à mão.',
    en: 'The site asks programs not to read this page (robots.txt). Enter the price by hand.',
    es: 'El sitio pide que los programas no lean esta página (robots.txt). Escribe el precio a mano.',
  },
  page_refused: {
    pt: 'O site recusou a leitura da página. Não vamos consultá-lo por 24 horas; até lá, digite o preço à mão.',
    en: 'The site refused to let the page be read. We will not check it for 24 hours; until then, enter the price by hand.',
    es: 'El sitio rechazó la lectura de la página. No lo consultaremos por 24 horas; hasta entonces, escribe el precio a mano.',
  },
  page_unreadable: {
    pt: 'A página não mostra o preço no cartão de um jeito que possa ser lido com certeza. Digite o preço à mão.',
    en: 'The page does not show the card price in a way that can be read with certainty. Enter the price by hand.',
    es: 'La página no muestra el precio con tarjeta de una forma que se pueda leer con certeza. Escribe el precio a mano.',
  },
  ambiguous: {
    pt: 'A página mostra vários preços ou outra variação. Abra a variação certa, cole o link dela, ou digite o preço à mão.',
    en: 'The page shows several prices or another variation. Open the right variation and paste its link, or enter the price by hand.',
    es: 'La página muestra varios precios u otra variación. Abre la variación correcta y pega su enlace, o escribe el precio a mano.',
  },
};

/** What a state means, in words. @param reason why it is unavailable; null: it is not known */
export function messageOf(state: WatchState, reason: string | null, locale: Locale): string {
  const why = state === 'unavailable' && reason !== null ? REASONS[reason as ClosedReason] : null;
  return (why ?? STATES[state])[locale];
}

/** Why a link is not watched. */
export type Refusal =
  | Exclude<LinkKind, 'item' | 'product' | 'user_product'>
  | 'not_watched'
  | 'other_country'
  | 'own_listing'
  | 'too_many'
  | 'unknown_listing'
  | 'already';

const REFUSALS: Readonly<Record<Refusal, Sentence>> = {
  invalid: {
    pt: 'Isto não é um link. Cole o endereço inteiro da página.',
    en: 'This is not a link. Paste the whole address of the page.',
    es: 'Esto no es un enlace. Pega la dirección completa de la página.',
  },
  foreign: {
    pt: 'O link precisa ser de um destes marketplaces: {marketplaces}.',
    en: 'The link has to be of one of these marketplaces: {marketplaces}.',
    es: 'El enlace tiene que ser de uno de estos marketplaces: {marketplaces}.',
  },
  not_watched: {
    pt: 'O link precisa ser de um destes marketplaces: {marketplaces}.',
    en: 'The link has to be of one of these marketplaces: {marketplaces}.',
    es: 'El enlace tiene que ser de uno de estos marketplaces: {marketplaces}.',
  },
  short: {
    pt: 'Este é um link curto. Abra-o e cole o endereço da página que aparece.',
    en: 'This is a short link. Open it and paste the address of the page that appears.',
    es: 'Este es un enlace corto. Ábrelo y pega la dirección de la página que aparece.',
  },
  advertising: {
    pt: 'Este é o link de uma publicidade. Abra-o e cole o endereço da página que aparece.',
    en: 'This is the link of an advertisement. Open it and paste the address of the page that appears.',
    es: 'Este es el enlace de una publicidad. Ábrelo y pega la dirección de la página que aparece.',
  },
  search: {
    pt: 'Este link é de uma busca. Abra o produto e cole o endereço dele, ou use a busca por título.',
    en: 'This link is of a search. Open the product and paste its address, or search by title.',
    es: 'Este enlace es de una búsqueda. Abre el producto y pega su dirección, o busca por título.',
  },
  other: {
    pt: 'Este link não leva a um produto. Abra a página do produto e cole o endereço dela.',
    en: 'This link does not lead to a product. Open the page of the product and paste its address.',
    es: 'Este enlace no lleva a un producto. Abre la página del producto y pega su dirección.',
  },
  other_country: {
    pt: 'O link é de outro país. O concorrente precisa vender no país do anúncio.',
    en: 'The link is for another country. The competitor has to sell in the country of the listing.',
    es: 'El enlace es de otro país. El competidor tiene que vender en el país de la publicación.',
  },
  own_listing: {
    pt: 'Este é um anúncio seu. Suas contas nunca são concorrentes.',
    en: 'This is a listing of yours. Your accounts are never competitors.',
    es: 'Esta es una publicación tuya. Tus cuentas nunca son competidoras.',
  },
  too_many: {
    pt: 'Um anúncio pode ter até 50 concorrentes. Remova um antes de adicionar outro.',
    en: 'A listing may have up to 50 competitors. Remove one before you add another.',
    es: 'Una publicación puede tener hasta 50 competidores. Elimina uno antes de agregar otro.',
  },
  unknown_listing: {
    pt: 'Não há anúncio com este código. Confira a primeira coluna.',
    en: 'There is no listing with this code. Check the first column.',
    es: 'No hay publicación con este código. Revisa la primera columna.',
  },
  already: {
    pt: 'Este concorrente já é monitorado.',
    en: 'This competitor is monitored already.',
    es: 'Este competidor ya está monitoreado.',
  },
};

/** The text of a refusal. @param known marketplaces; those that take links are named */
export function refusalText(
  known: readonly { name: string; traits: { takesCompetitorLinks: boolean } }[],
  code: Refusal,
  locale: Locale,
): string {
  const taking = known.filter(({ traits }) => traits.takesCompetitorLinks);
  const names = taking.map(({ name }) => name);
  const list = new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);
  return REFUSALS[code][locale].replace('{marketplaces}', list);
}

const FAILED: Sentence = {
  pt: 'Este marketplace não respondeu agora. Tente de novo em alguns minutos.',
  en: 'This marketplace did not answer. Try again in a few minutes.',
  es: 'Este marketplace no respondió. Inténtalo de nuevo en unos minutos.',
};

export const failedText = (locale: Locale): string => FAILED[locale];
