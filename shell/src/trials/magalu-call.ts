/** One call over HTTP, as it would go over the wire. */
export interface WireCall {
  method: 'PATCH';
  path: string;
  body: {
    channel: { id: string };
    currency: 'BRL';
    list_price: number;
    price: number;
    normalizer: 100;
  };
}

/**
 * How a price would go to Magalu: in whole cents, with the number that they are to be divided by. Magalu answers 202
 * to it, which is not yet a price that buyers see; it has to be read back.
 * Assumed from https://developers.magalu.com/docs/Portfolio/price.en/ and from clients of others: not tried out yet.
 * @param price a decimal amount in BRL
 */
export const magaluPriceCall = (sku: string, price: number, channel: string): WireCall => {
  const cents = Math.round(price * 100);
  return {
    method: 'PATCH',
    path: `/seller/v1/portfolios/prices/${encodeURIComponent(sku)}`,
    body: {
      channel: { id: channel },
      currency: 'BRL',
      list_price: cents,
      price: cents,
      normalizer: 100,
    },
  };
};
