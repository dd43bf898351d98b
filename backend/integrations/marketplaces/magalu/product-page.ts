// The public page of a product at Magazine Luiza, which shows every seller's price: no call of the API does.
//
// The price by card is an offer's price. The lower price by Pix is beside it; where a page shows only the Pix price of
// another seller, that offer is counted and left out. Nothing else of the page is stored.
import * as z from 'zod';
import type { Offer } from '../../../kernel/market.ts';
import { toMinor } from '../../../kernel/money.ts';
import type { PageReading, ProductPages } from '../../../kernel/product-page.ts';
import { MAGALU } from './id.ts';

const HOST = 'www.magazineluiza.com.br';

const Amount = z
  .union([z.string().regex(/^\d{1,9}(?:\.\d{1,2})?$/), z.number()])
  .transform((amount) => toMinor(Number(amount)))
  .refine((minor) => minor > 0)
  .nullish()
  .catch(null);

const Seller = z.object({ id: z.string().min(1), description: z.string().catch('') });

const Entry = z.object({ price: z.object({ fullPrice: Amount }), seller: Seller });

const Product = Entry.extend({
  variationId: z.string().min(1),
  title: z.string().min(1),
  brand: z.string().nullish().catch(null),
  available: z.boolean(),
  offers: z.array(Entry).nullish(),
  variations: z
    .array(z.object({ id: z.string(), value: z.string() }))
    .nullish()
    .catch(null),
});
type Product = z.infer<typeof Product>;

const Data = z.object({
  props: z.object({ pageProps: z.object({ data: z.object({ product: Product }) }) }),
});

const DATA = /<script\b[^>]*\bid="__NEXT_DATA__"[^>]*>([^<]*)<\/script>/;

function productIn(html: string): Product | null {
  const text = DATA.exec(html)?.[1];
  if (text === undefined) return null;
  try {
    return Data.safeParse(JSON.parse(text)).data?.props.pageProps.data.product ?? null;
  } catch {
    return null;
  }
}

function titleOf({ title, variations, variationId }: Product): string {
  const value = variations?.find(({ id }) => id === variationId)?.value ?? '';
  return title.toLowerCase().includes(value.toLowerCase()) ? title : `${title} ${value}`;
}

const offerOf = (
  { price, seller }: z.infer<typeof Entry>,
  available: boolean,
  place: number,
): Offer | null =>
  price.fullPrice == null
    ? null
    : {
        offerId: null,
        sellerId: seller.id,
        sellerName: seller.description,
        marketplaceId: MAGALU,
        price: price.fullPrice,
        shippingPrice: null,
        shippingTimeHours: null,
        fulfillment: null,
        // The scale of its score is not documented.
        reputation: null,
        listingTypeId: null,
        condition: 'new',
        available,
        position: place + 1,
        isOwn: false,
        comparison: 'IDENTICAL',
      };

function read(html: string, productId: string): PageReading {
  const product = productIn(html);
  if (product === null) return { kind: 'unknown' };
  // Several variations share a page of their group: only the one in the address is watched.
  if (product.variationId.toLowerCase() !== productId.toLowerCase()) return { kind: 'ambiguous' };
  const others = (product.offers ?? []).filter(({ seller }) => seller.id !== product.seller.id);
  const entries = [product, ...others];
  const offers = entries.flatMap((entry, place) => offerOf(entry, product.available, place) ?? []);
  if (offers.length === 0 && product.available) return { kind: 'unknown' };
  return {
    kind: 'product',
    title: titleOf(product),
    brand: product.brand ?? null,
    offers,
    total: entries.length,
  };
}

export const productPages: ProductPages = {
  host: HOST,
  currencyCode: 'BRL',
  addressOf(productId, sellerId) {
    const page = `https://${HOST}/p/${encodeURIComponent(productId)}/`;
    return sellerId === null ? page : `${page}?seller_id=${encodeURIComponent(sellerId)}`;
  },
  read,
};
