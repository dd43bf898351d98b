import { type BellCategory, bell } from '../kernel/bell.ts';
import { BUYBOX_MOVED } from './contract.ts';

const BUYBOX: BellCategory = {
  code: 'lost_buybox',
  name: {
    pt: 'Buybox perdido',
    en: 'Buybox lost',
    es: 'Buybox perdido',
  },
  about: {
    pt: 'Anúncios à venda, com estoque e com uma regra ativa que disputa o buybox.',
    en: 'Listings for sale, in stock, and with an active rule that competes for the buybox.',
    es: 'Publicaciones a la venta, con stock y con una regla activa que compite por el buybox.',
  },
  shown: 'popup',
};

export const BELLS = [
  bell(BUYBOX_MOVED, {
    queue: 'notifications.buybox-moved',
    kinds: {
      buybox_lost: {
        level: 'warn',
        rings: 'at_once',
        category: BUYBOX,
        link: ({ listingId, count }) =>
          count === 1 && typeof listingId === 'number'
            ? `/app/historico-de-precos/${listingId}`
            : '/app/precificacao-automatica?tab=losing',
        sentence: {
          one: {
            pt: '{{title}} perdeu o buybox.',
            en: '{{title}} lost the buybox.',
            es: '{{title}} perdió el buybox.',
          },
          other: {
            pt: '{{count}} anúncios perderam o buybox, entre eles {{title}}.',
            en: '{{count}} listings lost the buybox, {{title}} among them.',
            es: '{{count}} publicaciones perdieron el buybox, entre ellas {{title}}.',
          },
        },
        // In a price war the buybox comes and goes, which is news once: until the listing has held it for a day.
        restMinutes: 24 * 60,
      },
    },
    entries: ({ lost }) =>
      lost.map(({ listingId, title }) => ({
        code: 'buybox_lost',
        values: { listingId, title },
        listingId,
        cause: '',
      })),
    resolves: ({ wonListingIds: ids }) =>
      ids.length === 0 ? [] : [{ codes: ['buybox_lost'], about: { key: 'listingId', ids } }],
  }),
];
