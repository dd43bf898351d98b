// The alerts of monitoring in the bell, beside the buybox's.
import { ACCOUNTS } from '../../catalog/bell.ts';
import { type BellCategory, type BellEntry, type BellKind, bell } from '../../kernel/bell.ts';
import { ALERTED, type AlertCode } from '../contract/alerts.ts';

const NEW_SELLERS: BellCategory = {
  code: 'new_sellers',
  name: {
    pt: 'Novo vendedor na página da sua marca',
    en: "New seller on your brand's page",
    es: 'Nuevo vendedor en la página de tu marca',
  },
  about: {
    pt: 'Anúncios das marcas próprias que a empresa define no monitoramento.',
    en: 'Listings of the own brands that the company sets in monitoring.',
    es: 'Publicaciones de las marcas propias que la empresa define en el monitoreo.',
  },
  shown: 'popup',
};

const COMPETITORS_OUT: BellCategory = {
  code: 'competitors_out',
  name: {
    pt: 'Concorrente sem estoque',
    en: 'Competitor out of stock',
    es: 'Competidor sin stock',
  },
  about: {
    pt: 'Concorrentes monitorados que pausaram ou ficaram sem estoque, e o mais barato da página de um anúncio que saiu dela, com o preço até o qual você pode subir.',
    en: "Watched competitors that paused or are out of stock, and the cheapest of a listing's page that left it, with the price up to which you may raise.",
    es: 'Competidores monitoreados en pausa o sin stock, y el más barato de la página de una publicación que salió de ella, con el precio hasta el que puedes subir.',
  },
  shown: 'bell',
};

const CHANGED: BellCategory = {
  code: 'changed_pages',
  name: {
    pt: 'Título, marca ou imagem alterados',
    en: 'Title, brand or picture changed',
    es: 'Título, marca o imagen cambiados',
  },
  about: {
    pt: 'O que o marketplace mostra dos seus anúncios, e páginas monitoradas que passaram a ser de outro produto.',
    en: 'What the marketplace shows of your listings, and watched pages that are about another product now.',
    es: 'Lo que el marketplace muestra de tus publicaciones, y páginas monitoreadas que ahora son de otro producto.',
  },
  shown: 'bell',
};

const SUSPECTS: BellCategory = {
  code: 'suspect_prices',
  name: {
    pt: 'Preço suspeito',
    en: 'Suspect price',
    es: 'Precio sospechoso',
  },
  about: {
    pt: 'Preços de concorrentes muito abaixo dos outros, que esperam confirmação ou foram confirmados por uma segunda consulta.',
    en: "Competitors' prices far below the others that wait to be confirmed, or that a second check confirmed.",
    es: 'Precios de competidores muy por debajo de los demás, que esperan confirmación o que una segunda consulta confirmó.',
  },
  shown: 'bell',
};

const MARKETS = '/app/monitoramento-buybox';
const WATCHED = '/app/monitoramento-fora-do-buybox';

/** The market of the one listing, or a list of several. */
const toMarket =
  (list: string): BellKind['link'] =>
  ({ listingId, count }) =>
    typeof listingId === 'number' && (count ?? 1) === 1 ? `${MARKETS}/${listingId}` : list;

const NOTICE = { level: 'info', delivery: 'at_once' } as const;
const WARNING = { level: 'warn', delivery: 'at_once' } as const;
/** A competitor that comes and goes is announced once a day. */
const ONCE_A_DAY = { restMinutes: 24 * 60 };

const OUT_ONE = {
  pt: '{{competitor}} ficou sem estoque ou pausou: concorria com {{title}}.',
  en: '{{competitor}} is out of stock or paused: it competed with {{title}}.',
  es: '{{competitor}} quedó sin stock o en pausa: competía con {{title}}.',
};
const OUT_OTHER = {
  pt: '{{competitor}} ficou sem estoque ou pausou em {{count}} anúncios, entre eles {{title}}.',
  en: '{{competitor}} is out of stock or paused for {{count}} listings, {{title}} among them.',
  es: '{{competitor}} quedó sin stock o en pausa en {{count}} publicaciones, entre ellas {{title}}.',
};

const LEFT_OTHER = {
  pt: 'O concorrente mais barato{{by}} saiu da página ou ficou sem estoque em {{count}} anúncios, entre eles {{title}}.',
  en: 'The cheapest competitor{{by}} left the page or is out of stock for {{count}} listings, {{title}} among them.',
  es: 'El competidor más barato{{by}} salió de la página o quedó sin stock en {{count}} publicaciones, entre ellas {{title}}.',
};

const KINDS: Record<AlertCode, BellKind> = {
  new_seller: {
    ...WARNING,
    category: NEW_SELLERS,
    link: toMarket(MARKETS),
    sentence: {
      one: {
        pt: 'Novo vendedor{{by}} na página de {{title}}, por {{offerPrice}}.',
        en: 'New seller{{by}} on the page of {{title}}, at {{offerPrice}}.',
        es: 'Nuevo vendedor{{by}} en la página de {{title}}, a {{offerPrice}}.',
      },
      other: {
        pt: 'Novo vendedor{{by}} em {{count}} páginas das suas marcas, entre elas {{title}}.',
        en: "New seller{{by}} on {{count}} of your brands' pages, {{title}} among them.",
        es: 'Nuevo vendedor{{by}} en {{count}} páginas de tus marcas, entre ellas {{title}}.',
      },
    },
  },
  competitor_out: {
    ...NOTICE,
    category: COMPETITORS_OUT,
    link: toMarket(WATCHED),
    sentence: { one: OUT_ONE, other: OUT_OTHER },
    ...ONCE_A_DAY,
  },
  competitor_out_may_raise: {
    ...NOTICE,
    category: COMPETITORS_OUT,
    link: toMarket(WATCHED),
    sentence: {
      one: {
        pt: '{{competitor}} ficou sem estoque ou pausou. Você pode subir {{title}} até {{raisePrice}}: abaixo do próximo concorrente, consultado {{minutes}} min antes.',
        en: '{{competitor}} is out of stock or paused. You may raise {{title}} to {{raisePrice}}: below the next competitor, checked {{minutes}} min before.',
        es: '{{competitor}} quedó sin stock o en pausa. Puedes subir {{title}} hasta {{raisePrice}}: por debajo del siguiente competidor, consultado {{minutes}} min antes.',
      },
      other: OUT_OTHER,
    },
    ...ONCE_A_DAY,
  },
  competitor_out_to_maximum: {
    ...NOTICE,
    category: COMPETITORS_OUT,
    link: toMarket(WATCHED),
    sentence: {
      one: {
        pt: '{{competitor}} ficou sem estoque ou pausou. Você pode subir {{title}} até {{raisePrice}}, o máximo da regra. Mercado consultado {{minutes}} min antes.',
        en: '{{competitor}} is out of stock or paused. You may raise {{title}} to {{raisePrice}}, the maximum of the rule. Market checked {{minutes}} min before.',
        es: '{{competitor}} quedó sin stock o en pausa. Puedes subir {{title}} hasta {{raisePrice}}, el máximo de la regla. Mercado consultado {{minutes}} min antes.',
      },
      other: OUT_OTHER,
    },
    ...ONCE_A_DAY,
  },
  seller_out_may_raise: {
    ...NOTICE,
    category: COMPETITORS_OUT,
    link: toMarket(MARKETS),
    sentence: {
      one: {
        pt: 'O concorrente mais barato{{by}} saiu da página de {{title}} ou ficou sem estoque. Você pode subir até {{raisePrice}}: abaixo do próximo concorrente, consultado {{minutes}} min antes.',
        en: 'The cheapest competitor{{by}} left the page of {{title}} or is out of stock. You may raise it to {{raisePrice}}: below the next competitor, checked {{minutes}} min before.',
        es: 'El competidor más barato{{by}} salió de la página de {{title}} o quedó sin stock. Puedes subir hasta {{raisePrice}}: por debajo del siguiente competidor, consultado {{minutes}} min antes.',
      },
      other: LEFT_OTHER,
    },
    ...ONCE_A_DAY,
  },
  seller_out_to_maximum: {
    ...NOTICE,
    category: COMPETITORS_OUT,
    link: toMarket(MARKETS),
    sentence: {
      one: {
        pt: 'O concorrente mais barato{{by}} saiu da página de {{title}} ou ficou sem estoque. Você pode subir até {{raisePrice}}, o máximo da regra. Mercado consultado {{minutes}} min antes.',
        en: 'The cheapest competitor{{by}} left the page of {{title}} or is out of stock. You may raise it to {{raisePrice}}, the maximum of the rule. Market checked {{minutes}} min before.',
        es: 'El competidor más barato{{by}} salió de la página de {{title}} o quedó sin stock. Puedes subir hasta {{raisePrice}}, el máximo de la regla. Mercado consultado {{minutes}} min antes.',
      },
      other: LEFT_OTHER,
    },
    ...ONCE_A_DAY,
  },
  competitor_page_changed: {
    ...WARNING,
    category: CHANGED,
    link: toMarket(WATCHED),
    sentence: {
      one: {
        pt: 'A página monitorada de {{competitor}}, concorrente de {{title}}, passou a ser de outro produto. Confirme se ainda vale.',
        en: 'The watched page of {{competitor}}, a competitor of {{title}}, is about another product now. Confirm whether it still counts.',
        es: 'La página monitoreada de {{competitor}}, competidor de {{title}}, ahora es de otro producto. Confirma si todavía vale.',
      },
      other: {
        pt: 'A página monitorada de {{competitor}} passou a ser de outro produto em {{count}} anúncios, entre eles {{title}}.',
        en: 'The watched page of {{competitor}} is about another product now, for {{count}} listings, {{title}} among them.',
        es: 'La página monitoreada de {{competitor}} ahora es de otro producto en {{count}} publicaciones, entre ellas {{title}}.',
      },
    },
  },
  title_changed: {
    ...WARNING,
    category: CHANGED,
    link: toMarket(MARKETS),
    sentence: {
      one: {
        pt: 'Título alterado: “{{before}}” agora é “{{after}}”.',
        en: 'Title changed: “{{before}}” is “{{after}}” now.',
        es: 'Título cambiado: “{{before}}” ahora es “{{after}}”.',
      },
      other: {
        pt: 'Título alterado em {{count}} anúncios, entre eles {{title}}.',
        en: 'Title changed for {{count}} listings, {{title}} among them.',
        es: 'Título cambiado en {{count}} publicaciones, entre ellas {{title}}.',
      },
    },
  },
  brand_changed: {
    ...WARNING,
    category: CHANGED,
    link: toMarket(MARKETS),
    sentence: {
      one: {
        pt: 'Marca de {{title}} alterada: “{{before}}” agora é “{{after}}”.',
        en: 'Brand of {{title}} changed: “{{before}}” is “{{after}}” now.',
        es: 'Marca de {{title}} cambiada: “{{before}}” ahora es “{{after}}”.',
      },
      other: {
        pt: 'Marca alterada em {{count}} anúncios, entre eles {{title}}.',
        en: 'Brand changed for {{count}} listings, {{title}} among them.',
        es: 'Marca cambiada en {{count}} publicaciones, entre ellas {{title}}.',
      },
    },
  },
  picture_changed: {
    ...WARNING,
    category: CHANGED,
    link: toMarket(MARKETS),
    sentence: {
      one: {
        pt: 'A imagem principal de {{title}} foi alterada.',
        en: 'The main picture of {{title}} was changed.',
        es: 'La imagen principal de {{title}} se cambió.',
      },
      other: {
        pt: 'Imagem principal alterada em {{count}} anúncios, entre eles {{title}}.',
        en: 'Main picture changed for {{count}} listings, {{title}} among them.',
        es: 'Imagen principal cambiada en {{count}} publicaciones, entre ellas {{title}}.',
      },
    },
  },
  price_suspect: {
    ...WARNING,
    category: SUSPECTS,
    link: toMarket(MARKETS),
    sentence: {
      one: {
        pt: 'Preço suspeito em {{title}}: {{offerPrice}}{{by}}, muito abaixo dos outros. As regras não o consideram até ser confirmado.',
        en: 'Suspect price in {{title}}: {{offerPrice}}{{by}}, far below the others. Rules do not count it until it is confirmed.',
        es: 'Precio sospechoso en {{title}}: {{offerPrice}}{{by}}, muy por debajo de los demás. Las reglas no lo cuentan hasta que se confirme.',
      },
      other: {
        pt: 'Preços suspeitos do mesmo vendedor{{by}} em {{count}} anúncios, entre eles {{title}}.',
        en: 'Suspect prices of the same seller{{by}} in {{count}} listings, {{title}} among them.',
        es: 'Precios sospechosos del mismo vendedor{{by}} en {{count}} publicaciones, entre ellas {{title}}.',
      },
    },
    ...ONCE_A_DAY,
  },
  suspect_confirmed: {
    ...WARNING,
    category: SUSPECTS,
    link: toMarket(MARKETS),
    sentence: {
      one: {
        pt: 'Preço muito baixo confirmado por uma segunda consulta em {{title}}: {{offerPrice}}{{by}}. As regras agora o consideram.',
        en: 'Very low price confirmed by a second check in {{title}}: {{offerPrice}}{{by}}. Rules count it now.',
        es: 'Precio muy bajo confirmado por una segunda consulta en {{title}}: {{offerPrice}}{{by}}. Las reglas ahora lo cuentan.',
      },
      other: {
        pt: 'Preços muito baixos do mesmo vendedor{{by}} confirmados em {{count}} anúncios, entre eles {{title}}.',
        en: 'Very low prices of the same seller{{by}} confirmed in {{count}} listings, {{title}} among them.',
        es: 'Precios muy bajos del mismo vendedor{{by}} confirmados en {{count}} publicaciones, entre ellas {{title}}.',
      },
    },
    ...ONCE_A_DAY,
  },
  polling_failing: {
    level: 'error',
    delivery: 'at_once',
    category: ACCOUNTS,
    link: () => '/app/channel',
    sentence: {
      pt: '{{accountName}}: o mercado não pode ser consultado há mais de uma hora. As regras usam dados antigos até que funcione de novo.',
      en: '{{accountName}}: the market could not be checked for more than an hour. Rules use old data until it works again.',
      es: '{{accountName}}: el mercado no se puede consultar desde hace más de una hora. Las reglas usan datos antiguos hasta que vuelva a funcionar.',
    },
  },
};

export const ALERTS_BELL = bell(ALERTED, {
  queue: 'notifications.alerted',
  kinds: KINDS,
  entries: ({ alerts }) =>
    alerts.map(
      ({ code, aboutId, cause, happenedAt, values }): BellEntry<AlertCode> =>
        code === 'polling_failing'
          ? { code, values, subject: `polling-failing:${aboutId}:${happenedAt}` }
          : { code, values, listingId: aboutId, cause, happenedAt },
    ),
  resolves: ({ pollingAccountIds: ids }) =>
    ids.length === 0 ? [] : [{ codes: ['polling_failing'], about: { key: 'accountId', ids } }],
});
