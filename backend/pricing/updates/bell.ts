import { type BellCategory, type BellEntry, type BellKind, bell } from '../../kernel/bell.ts';
import {
  type HeldBy,
  type MoverKind,
  PRICE_UPDATES_MOVED,
  type PriceUpdatesMoved,
} from '../contract.ts';
import { HELD } from '../safety/bell.ts';
import { DIGEST_KINDS, PRICES } from './history/bell.ts';

type Update = PriceUpdatesMoved['updates'][number];

const HISTORY = '/app/historico-de-precos';

/** One listing's history, or the list with several such updates. */
const linkTo =
  (tab: string): BellKind['link'] =>
  ({ listingId, count }) =>
    typeof listingId === 'number' && (count ?? 1) === 1
      ? `${HISTORY}/${listingId}`
      : `${HISTORY}?tab=${tab}`;

const failedLink = linkTo('failed');

const APPROVALS: BellCategory = {
  code: 'approvals',
  name: {
    pt: 'Aprovações pendentes',
    en: 'Pending approvals',
    es: 'Aprobaciones pendientes',
  },
  about: {
    pt: 'Preços que esperam a sua aprovação.',
    en: 'Prices that wait for your approval.',
    es: 'Precios que esperan tu aprobación.',
  },
  shown: 'popup',
};

const FAILED: BellCategory = {
  code: 'failed_prices',
  name: {
    pt: 'Preços que falharam',
    en: 'Failed price changes',
    es: 'Precios que fallaron',
  },
  about: {
    pt: 'Preços que o marketplace recusou, que não chegaram até ele ou que outra pessoa alterou.',
    en: 'Prices that the marketplace refused, that did not reach it, or that someone else changed.',
    es: 'Precios que el marketplace rechazó, que no le llegaron o que otra persona cambió.',
  },
  shown: 'popup',
};

/** The marketplace took the price, and shows another one when it is read back. */
const NOT_SHOWN = 'not_shown';

/** Who else moves the price, where that is why the marketplace refused it. */
const BY_MOVER = {
  automation: 'price_moved_by_automation',
  promotion: 'price_moved_by_promotion',
  other_tool: 'price_moved_by_other_tool',
} as const satisfies Record<MoverKind, string>;

const BY_GUARD = {
  parity: 'price_held_by_parity',
  far_move: 'price_held_by_limit',
  guard: 'price_held_by_guard',
} as const satisfies Record<HeldBy, string>;

/** Which kind reports an update at once; null: none does. */
const codeOf = ({ state, mover, failure, heldBy }: Update) => {
  if (state === 'pending') return heldBy === null ? null : BY_GUARD[heldBy];
  if (state !== 'rejected' && state !== 'error') return null;
  // What is worse than a refusal: buyers see another price than the one that was set.
  if (mover !== null) return BY_MOVER[mover];
  return failure === NOT_SHOWN ? 'price_not_shown' : (`price_update_${state}` as const);
};

type Code = NonNullable<ReturnType<typeof codeOf>>;

/** A price of a listing that was applied, no matter who sent it, shows that these are over. */
const FAILURES: readonly Code[] = [
  'price_update_rejected',
  'price_update_error',
  ...Object.values(BY_MOVER),
  'price_not_shown',
];

const failed = { level: 'error', delivery: 'at_once', category: FAILED, link: failedLink } as const;
const held = {
  level: 'warn',
  delivery: 'at_once',
  category: HELD,
  link: linkTo('pending'),
  // Each change of the market makes a new proposal.
  restMinutes: 60,
} as const;
const former = (level: 'info' | 'success' | 'error', category: BellCategory) =>
  ({ level, delivery: 'former', category, link: linkTo('all') }) as const;

export const BELLS = [
  bell(PRICE_UPDATES_MOVED, {
    queue: 'notifications.price-updates',
    kinds: {
      ...DIGEST_KINDS,
      prices_wait: {
        level: 'info',
        delivery: 'counted',
        category: APPROVALS,
        link: () => `${HISTORY}?tab=pending`,
        sentence: {
          one: {
            pt: '{{count}} preço espera a sua aprovação.',
            en: '{{count}} price waits for your approval.',
            es: '{{count}} precio espera tu aprobación.',
          },
          other: {
            pt: '{{count}} preços esperam a sua aprovação.',
            en: '{{count}} prices wait for your approval.',
            es: '{{count}} precios esperan tu aprobación.',
          },
        },
      },
      price_held_by_parity: {
        ...held,
        sentence: {
          one: {
            pt: '{{title}}: {{oldPrice}} → {{newPrice}} espera por você, pois o mesmo produto está mais barato em outro marketplace seu.',
            en: '{{title}}: {{oldPrice}} → {{newPrice}} waits for you, because you sell the same product for less on another marketplace.',
            es: '{{title}}: {{oldPrice}} → {{newPrice}} te espera, porque vendes el mismo producto más barato en otro marketplace.',
          },
          other: {
            pt: '{{count}} preços esperam por você, pois os mesmos produtos estão mais baratos em outro marketplace seu.',
            en: '{{count}} prices wait for you, because you sell the same products for less on another marketplace.',
            es: '{{count}} precios te esperan, porque vendes los mismos productos más baratos en otro marketplace.',
          },
        },
      },
      price_held_by_limit: {
        ...held,
        sentence: {
          one: {
            pt: '{{title}}: {{oldPrice}} → {{newPrice}} espera por você, pois a alteração passa do limite da empresa.',
            en: '{{title}}: {{oldPrice}} → {{newPrice}} waits for you, because the change exceeds the company’s limit.',
            es: '{{title}}: {{oldPrice}} → {{newPrice}} te espera, porque el cambio supera el límite de la empresa.',
          },
          other: {
            pt: '{{count}} preços esperam por você, pois as alterações passam do limite da empresa.',
            en: '{{count}} prices wait for you, because the changes exceed the company’s limit.',
            es: '{{count}} precios te esperan, porque los cambios superan el límite de la empresa.',
          },
        },
      },
      price_held_by_guard: {
        ...held,
        sentence: {
          one: {
            pt: '{{title}}: a última verificação reteve {{newPrice}}. Confira o preço antes de aprovar.',
            en: '{{title}}: the last check held {{newPrice}} back. Check the price before you approve it.',
            es: '{{title}}: la última verificación retuvo {{newPrice}}. Revisa el precio antes de aprobarlo.',
          },
          other: {
            pt: 'A última verificação reteve {{count}} preços. Confira-os antes de aprovar.',
            en: 'The last check held {{count}} prices back. Check them before you approve them.',
            es: 'La última verificación retuvo {{count}} precios. Revísalos antes de aprobarlos.',
          },
        },
      },
      price_update_rejected: {
        ...failed,
        sentence: {
          one: {
            pt: '{{title}}: o marketplace recusou {{newPrice}}.',
            en: '{{title}}: the marketplace refused {{newPrice}}.',
            es: '{{title}}: el marketplace rechazó {{newPrice}}.',
          },
          other: {
            pt: 'O marketplace recusou {{count}} preços.',
            en: 'The marketplace refused {{count}} prices.',
            es: 'El marketplace rechazó {{count}} precios.',
          },
        },
      },
      price_update_error: {
        ...failed,
        sentence: {
          one: {
            pt: '{{title}}: não foi possível enviar {{newPrice}}.',
            en: '{{title}}: {{newPrice}} could not be sent.',
            es: '{{title}}: no se pudo enviar {{newPrice}}.',
          },
          other: {
            pt: 'Não foi possível enviar {{count}} preços.',
            en: '{{count}} prices could not be sent.',
            es: 'No se pudieron enviar {{count}} precios.',
          },
        },
      },
      price_moved_by_automation: {
        ...failed,
        sentence: {
          one: {
            pt: '{{title}}: não mudamos o preço para {{newPrice}}, pois a automação de preços do marketplace já o controla. Desligue-a lá ou tire o anúncio da regra.',
            en: "{{title}}: the price was not changed to {{newPrice}}, because the marketplace's price automation controls it. Turn it off there, or remove the listing from the rule.",
            es: '{{title}}: no cambiamos el precio a {{newPrice}}, porque lo controla la automatización de precios del marketplace. Desactívala allí o quita la publicación de la regla.',
          },
          other: {
            pt: 'Não mudamos {{count}} preços, pois a automação de preços do marketplace já os controla. Desligue-a lá ou tire os anúncios da regra.',
            en: "{{count}} prices were not changed, because the marketplace's price automation controls them. Turn it off there, or remove the listings from the rule.",
            es: 'No cambiamos {{count}} precios, porque los controla la automatización de precios del marketplace. Desactívala allí o quita las publicaciones de la regla.',
          },
        },
      },
      price_moved_by_promotion: {
        ...failed,
        sentence: {
          one: {
            pt: '{{title}}: não mudamos o preço para {{newPrice}}, pois uma promoção do marketplace o mantém até terminar.',
            en: '{{title}}: the price was not changed to {{newPrice}}, because a promotion of the marketplace holds it until it ends.',
            es: '{{title}}: no cambiamos el precio a {{newPrice}}, porque una promoción del marketplace lo mantiene hasta que termine.',
          },
          other: {
            pt: 'Não mudamos {{count}} preços, pois promoções do marketplace os mantêm até terminar.',
            en: '{{count}} prices were not changed, because promotions of the marketplace hold them until they end.',
            es: 'No cambiamos {{count}} precios, porque promociones del marketplace los mantienen hasta que terminen.',
          },
        },
      },
      price_moved_by_other_tool: {
        ...failed,
        sentence: {
          one: {
            pt: '{{title}}: alguém alterou o preço fora do Primazia durante o envio de {{newPrice}}. Verifique se outra ferramenta controla este anúncio.',
            en: '{{title}}: the price was changed outside Primazia while {{newPrice}} was being sent. Check whether another tool controls this listing.',
            es: '{{title}}: alguien cambió el precio fuera de Primazia durante el envío de {{newPrice}}. Revisa si otra herramienta controla esta publicación.',
          },
          other: {
            pt: '{{count}} preços foram alterados fora do Primazia durante o envio. Verifique se outra ferramenta controla estes anúncios.',
            en: '{{count}} prices were changed outside Primazia while they were being sent. Check whether another tool controls these listings.',
            es: '{{count}} precios se cambiaron fuera de Primazia durante el envío. Revisa si otra herramienta controla estas publicaciones.',
          },
        },
      },
      price_not_shown: {
        ...failed,
        sentence: {
          one: {
            pt: '{{title}}: o marketplace aceitou {{newPrice}}, mas mostra outro preço. Confira o anúncio lá.',
            en: '{{title}}: the marketplace accepted {{newPrice}} but shows another price. Check the listing there.',
            es: '{{title}}: el marketplace aceptó {{newPrice}}, pero muestra otro precio. Revisa la publicación allí.',
          },
          other: {
            pt: 'O marketplace aceitou {{count}} preços, mas mostra outros. Confira os anúncios lá.',
            en: 'The marketplace accepted {{count}} prices but shows others. Check the listings there.',
            es: 'El marketplace aceptó {{count}} precios, pero muestra otros. Revisa las publicaciones allí.',
          },
        },
      },
      price_update_pending: {
        ...former('info', APPROVALS),
        sentence: {
          pt: '{{title}}: {{oldPrice}} → {{newPrice}} espera a sua aprovação.',
          en: '{{title}}: {{oldPrice}} → {{newPrice}} waits for your approval.',
          es: '{{title}}: {{oldPrice}} → {{newPrice}} espera tu aprobación.',
        },
      },
      price_update_applied: {
        ...former('success', PRICES),
        sentence: {
          pt: '{{title}}: o preço passou de {{oldPrice}} para {{newPrice}}.',
          en: '{{title}}: the price went from {{oldPrice}} to {{newPrice}}.',
          es: '{{title}}: el precio pasó de {{oldPrice}} a {{newPrice}}.',
        },
      },
      price_update_undone: {
        ...former('success', PRICES),
        sentence: {
          pt: '{{title}}: o preço voltou para {{oldPrice}}.',
          en: '{{title}}: the price went back to {{oldPrice}}.',
          es: '{{title}}: el precio volvió a {{oldPrice}}.',
        },
      },
      price_updates_pending: {
        ...former('info', APPROVALS),
        sentence: {
          pt: '{{count}} preços esperam a sua aprovação.',
          en: '{{count}} prices wait for your approval.',
          es: '{{count}} precios esperan tu aprobación.',
        },
      },
      price_updates_applied: {
        ...former('success', PRICES),
        sentence: {
          pt: '{{count}} preços foram atualizados.',
          en: '{{count}} prices were updated.',
          es: '{{count}} precios fueron actualizados.',
        },
      },
      price_updates_rejected: {
        ...former('error', FAILED),
        sentence: {
          pt: 'O marketplace recusou {{count}} preços.',
          en: 'The marketplace refused {{count}} prices.',
          es: 'El marketplace rechazó {{count}} precios.',
        },
      },
      price_updates_error: {
        ...former('error', FAILED),
        sentence: {
          pt: 'Não foi possível enviar {{count}} preços.',
          en: '{{count}} prices could not be sent.',
          es: 'No se pudieron enviar {{count}} precios.',
        },
      },
      price_updates_undone: {
        ...former('success', PRICES),
        sentence: {
          pt: '{{count}} preços voltaram ao valor anterior.',
          en: '{{count}} prices went back to their former values.',
          es: '{{count}} precios volvieron a su valor anterior.',
        },
      },
    },
    entries: ({ updates }) =>
      updates.flatMap((update): BellEntry<Code>[] => {
        const code = codeOf(update);
        if (code === null) return [];
        const { id, title, oldPrice, newPrice, currencyCode, failure, listingId, ruleId } = update;
        const prices = { oldPrice, newPrice, currencyCode };
        const values = { title, ...prices, failure, listingId, ruleId, updateId: id };
        return [{ code, values, listingId, cause: failure ?? '' }];
      }),
    // Whatever state an update is in, it may have waited before.
    counts: () => ['prices_wait'],
    digests: ({ updates }) =>
      updates.flatMap(({ state, createdAt }) => (state === 'applied' ? [createdAt] : [])),
    resolves({ updates }) {
      const idsWhere = (isOver: (update: Update) => boolean) =>
        updates.filter(isOver).map(({ listingId }) => listingId);
      const applied = idsWhere(({ state }) => state === 'applied');
      const decided = idsWhere(({ state }) => state !== 'pending');
      return [
        { codes: FAILURES, about: { key: 'listingId' as const, ids: applied } },
        { codes: Object.values(BY_GUARD), about: { key: 'listingId' as const, ids: decided } },
      ].filter(({ about }) => about.ids.length > 0);
    },
  }),
] as const;
