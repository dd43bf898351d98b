import { type BellCategory, type BellKind, bell } from '../kernel/bell.ts';
import { ALERTS_BELL } from './alerts/bell.ts';
import { BUYBOX_MOVED } from './contract.ts';

const ABOUT = {
  pt: 'Anúncios à venda, com estoque e com uma regra ativa que disputa o buybox.',
  en: 'Listings for sale, in stock, and with an active rule that competes for the buybox.',
  es: 'Publicaciones a la venta, con stock y con una regla activa que compite por el buybox.',
};

const LOST: BellCategory = {
  code: 'lost_buybox',
  name: {
    pt: 'Buybox perdido',
    en: 'Buybox lost',
    es: 'Buybox perdido',
  },
  about: ABOUT,
  shown: 'popup',
};

const MANY_LOST: BellCategory = {
  code: 'many_lost_buyboxes',
  name: {
    pt: 'Muitos buyboxes perdidos de uma vez',
    en: 'Many buyboxes lost at once',
    es: 'Muchos buybox perdidos a la vez',
  },
  about: {
    pt: 'Um aviso no lugar de muitos, a partir do número que a empresa define no monitoramento.',
    en: 'One alert in place of many, from the number on that the company sets in monitoring.',
    es: 'Un aviso en lugar de muchos, a partir del número que la empresa define en el monitoreo.',
  },
  shown: 'popup',
};

const WON: BellCategory = {
  code: 'won_buybox',
  name: {
    pt: 'Buybox recuperado',
    en: 'Buybox won back',
    es: 'Buybox recuperado',
  },
  about: {
    pt: 'Anúncios cuja perda do buybox foi avisada.',
    en: 'Listings whose lost buybox was reported.',
    es: 'Publicaciones cuya pérdida del buybox se avisó.',
  },
  shown: 'bell',
};

const LIST = '/app/monitoramento-buybox';

/** One listing's market, or the list of those in a status, since a moment where there is one. */
const linkTo =
  (status: string): BellKind['link'] =>
  ({ listingId, count, since }) => {
    if (count === 1 && typeof listingId === 'number') return `${LIST}/${listingId}`;
    const from = typeof since === 'string' ? `;buyboxSince:>=:${encodeURIComponent(since)}` : '';
    return `${LIST}?filters=${encodeURIComponent(`buyboxStatus:IN:${status}${from}`)}`;
  };

// In a price war the buybox comes and goes, which is announced once: until the listing has held it, or lost it, for a day.
const ONCE_A_DAY = { restMinutes: 24 * 60 };

export const BELLS = [
  bell(BUYBOX_MOVED, {
    queue: 'notifications.buybox-moved',
    kinds: {
      buybox_lost: {
        level: 'warn',
        delivery: 'at_once',
        category: LOST,
        link: linkTo('LOSING'),
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
        ...ONCE_A_DAY,
      },
      buybox_many_lost: {
        level: 'warn',
        delivery: 'at_once',
        category: MANY_LOST,
        link: linkTo('LOSING'),
        sentence: {
          one: {
            pt: 'Muitos anúncios perderam o buybox em uma hora. O último: {{title}}.',
            en: 'Many listings lost the buybox within an hour. The last one: {{title}}.',
            es: 'Muchas publicaciones perdieron el buybox en una hora. La última: {{title}}.',
          },
          other: {
            pt: 'Muitas perdas de uma vez: {{count}} anúncios perderam o buybox, entre eles {{title}}.',
            en: 'Many lost at once: {{count}} listings lost the buybox, {{title}} among them.',
            es: 'Muchas pérdidas a la vez: {{count}} publicaciones perdieron el buybox, entre ellas {{title}}.',
          },
        },
        ...ONCE_A_DAY,
      },
      buybox_won: {
        level: 'success',
        delivery: 'at_once',
        category: WON,
        link: linkTo('WINNING|CO_WINNING|NO_COMPETITOR'),
        sentence: {
          one: {
            pt: '{{title}} recuperou o buybox.',
            en: '{{title}} won the buybox back.',
            es: '{{title}} recuperó el buybox.',
          },
          other: {
            pt: '{{count}} anúncios recuperaram o buybox, entre eles {{title}}.',
            en: '{{count}} listings won the buybox back, {{title}} among them.',
            es: '{{count}} publicaciones recuperaron el buybox, entre ellas {{title}}.',
          },
        },
        ...ONCE_A_DAY,
      },
    },
    entries: ({ lost, won, manySince: since }) => [
      ...lost.map(({ listingId, title }) =>
        since === null
          ? { code: 'buybox_lost' as const, values: { listingId, title }, listingId, cause: '' }
          : {
              code: 'buybox_many_lost' as const,
              values: { listingId, title, since },
              listingId,
              cause: '',
            },
      ),
      ...won.map(({ listingId, title }) => ({
        code: 'buybox_won' as const,
        values: { listingId, title },
        listingId,
        cause: '',
      })),
    ],
    resolves: ({ wonListingIds, lost }) => [
      ...about(['buybox_lost', 'buybox_many_lost'], wonListingIds),
      ...about(
        ['buybox_won'],
        lost.map(({ listingId }) => listingId),
      ),
    ],
  }),
  ALERTS_BELL,
];

function about(codes: string[], ids: number[]) {
  return ids.length === 0 ? [] : [{ codes, about: { key: 'listingId' as const, ids } }];
}
