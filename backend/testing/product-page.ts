// A page of a product as Magazine Luiza shapes its pages, with invented values.
interface PageSeller {
  id: string;
  name: string;
  /** By card; null: the page shows only the price by Pix. */
  card: string | null;
  pix: string;
}

export interface ProductPage {
  id?: string;
  title?: string;
  available?: boolean;
  sellers: [holder: PageSeller, ...others: PageSeller[]];
}

const priceOf = ({ card, pix }: PageSeller) => ({
  price: null,
  fullPrice: card,
  bestPrice: pix,
  paymentMethodDescription: 'no Pix',
});

const sellerOf = ({ id, name }: PageSeller) => ({
  id,
  sku: `${id}-1`,
  description: name,
  category: '3p',
  details: { score: '4.1' },
});

/** The page's text. */
export function productPage({
  id = 'ab12cd34ef',
  title = 'Celular Moto G84 256GB',
  available = true,
  sellers: [holder, ...others],
}: ProductPage): string {
  const product = {
    id: 'group7',
    variationId: id,
    title,
    brand: 'Motorola',
    available,
    price: priceOf(holder),
    seller: sellerOf(holder),
    offers: others.map((one) => ({
      sku: `${one.id}-2`,
      price: priceOf(one),
      seller: sellerOf(one),
    })),
    variations: [
      { id, value: 'Azul' },
      { id: 'zz99', value: 'Preto' },
    ],
  };
  const data = JSON.stringify({ props: { pageProps: { data: { product } } } });
  return `<!doctype html><html><body><h1>${title}</h1>
    <script id="__NEXT_DATA__" type="application/json">${data}</script></body></html>`;
}
