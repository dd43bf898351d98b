/** The names of marketplaces for modules of earlier releases; the present ones use those that the server sends. */
export const MARKETPLACE_NAMES: Readonly<Record<number, string>> = {
  1: 'Amazon',
  2: 'Mercado Livre',
  3: 'Magalu',
  4: 'Shopee',
  999: '—',
};
