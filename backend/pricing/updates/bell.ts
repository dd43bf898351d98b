import { type BellEntry, type BellKind, bell, MOST_SINGLE } from '../../kernel/bell.ts';
import { type MoverKind, PRICE_UPDATES_MOVED, type PriceUpdatesMoved } from '../contract.ts';

type Update = PriceUpdatesMoved['updates'][number];

const link: BellKind['link'] = ({ listingId }) =>
  typeof listingId === 'number'
    ? `/app/historico-de-precos/${listingId}`
    : '/app/historico-de-precos';

/** The states that are told; the others come and go by themselves. */
const REPORTED = ['pending', 'applied', 'rejected', 'error', 'undone'] as const;

type Reported = (typeof REPORTED)[number];

const isReported = (state: Update['state']): state is Reported =>
  REPORTED.some((one) => one === state);

/** The marketplace took the price, and shows another one when it is read back. */
const NOT_SHOWN = 'not_shown';

/** Who else moves the price, where that is why the marketplace refused it. */
const BY_MOVER = {
  automation: 'price_moved_by_automation',
  promotion: 'price_moved_by_promotion',
  other_tool: 'price_moved_by_other_tool',
} as const satisfies Record<MoverKind, string>;

/** What is worse than a refusal: buyers see another price than the one that was set. */
const alarmOf = ({ mover, failure }: Update) => {
  if (mover !== null) return BY_MOVER[mover];
  return failure === NOT_SHOWN ? 'price_not_shown' : null;
};

type Code =
  | `price_update_${Reported}`
  | `price_updates_${Reported}`
  | NonNullable<ReturnType<typeof alarmOf>>;

/** A price of a listing that was applied, whoever sent it, shows that these are over. */
const FAILURES: readonly Code[] = [
  'price_update_rejected',
  'price_update_error',
  ...Object.values(BY_MOVER),
  'price_not_shown',
];

export const UPDATES_BELL = bell(PRICE_UPDATES_MOVED, {
  queue: 'notifications.price-updates',
  kinds: {
    price_update_pending: {
      level: 'info',
      link,
      sentence: {
        pt: '{{title}}: {{oldPrice}} → {{newPrice}} espera a sua aprovação.',
        en: '{{title}}: {{oldPrice}} → {{newPrice}} waits for your approval.',
        es: '{{title}}: {{oldPrice}} → {{newPrice}} espera tu aprobación.',
      },
    },
    price_update_applied: {
      level: 'success',
      link,
      sentence: {
        pt: '{{title}}: o preço passou de {{oldPrice}} para {{newPrice}}.',
        en: '{{title}}: the price went from {{oldPrice}} to {{newPrice}}.',
        es: '{{title}}: el precio pasó de {{oldPrice}} a {{newPrice}}.',
      },
    },
    price_update_rejected: {
      level: 'error',
      link,
      sentence: {
        pt: '{{title}}: o marketplace recusou {{newPrice}}.',
        en: '{{title}}: the marketplace refused {{newPrice}}.',
        es: '{{title}}: el marketplace rechazó {{newPrice}}.',
      },
    },
    price_update_error: {
      level: 'error',
      link,
      sentence: {
        pt: '{{title}}: não foi possível enviar {{newPrice}}.',
        en: '{{title}}: {{newPrice}} could not be sent.',
        es: '{{title}}: no se pudo enviar {{newPrice}}.',
      },
    },
    price_moved_by_automation: {
      level: 'error',
      link,
      sentence: {
        pt: '{{title}}: não mudamos o preço para {{newPrice}}, pois a automação de preços do marketplace já o controla. Desligue-a lá ou tire o anúncio da regra.',
        en: "{{title}}: the price was not changed to {{newPrice}}, because the marketplace's price automation controls it. Turn it off there, or remove the listing from the rule.",
        es: '{{title}}: no cambiamos el precio a {{newPrice}}, porque lo controla la automatización de precios del marketplace. Desactívala allí o quita la publicación de la regla.',
      },
    },
    price_moved_by_promotion: {
      level: 'error',
      link,
      sentence: {
        pt: '{{title}}: não mudamos o preço para {{newPrice}}, pois uma promoção do marketplace o mantém até terminar.',
        en: '{{title}}: the price was not changed to {{newPrice}}, because a promotion of the marketplace holds it until it ends.',
        es: '{{title}}: no cambiamos el precio a {{newPrice}}, porque una promoción del marketplace lo mantiene hasta que termine.',
      },
    },
    price_moved_by_other_tool: {
      level: 'error',
      link,
      sentence: {
        pt: '{{title}}: alguém alterou o preço fora do Primazia durante o envio de {{newPrice}}. Verifique se outra ferramenta controla este anúncio.',
        en: '{{title}}: the price was changed outside Primazia while {{newPrice}} was being sent. Check whether another tool controls this listing.',
        es: '{{title}}: alguien cambió el precio fuera de Primazia durante el envío de {{newPrice}}. Revisa si otra herramienta controla esta publicación.',
      },
    },
    price_not_shown: {
      level: 'error',
      link,
      sentence: {
        pt: '{{title}}: o marketplace aceitou {{newPrice}}, mas mostra outro preço. Confira o anúncio lá.',
        en: '{{title}}: the marketplace accepted {{newPrice}} but shows another price. Check the listing there.',
        es: '{{title}}: el marketplace aceptó {{newPrice}}, pero muestra otro precio. Revisa la publicación allí.',
      },
    },
    price_update_undone: {
      level: 'success',
      link,
      sentence: {
        pt: '{{title}}: o preço voltou para {{oldPrice}}.',
        en: '{{title}}: the price went back to {{oldPrice}}.',
        es: '{{title}}: el precio volvió a {{oldPrice}}.',
      },
    },
    price_updates_pending: {
      level: 'info',
      link,
      sentence: {
        pt: '{{count}} preços esperam a sua aprovação.',
        en: '{{count}} prices wait for your approval.',
        es: '{{count}} precios esperan tu aprobación.',
      },
    },
    price_updates_applied: {
      level: 'success',
      link,
      sentence: {
        pt: '{{count}} preços foram atualizados.',
        en: '{{count}} prices were updated.',
        es: '{{count}} precios fueron actualizados.',
      },
    },
    price_updates_rejected: {
      level: 'error',
      link,
      sentence: {
        pt: 'O marketplace recusou {{count}} preços.',
        en: 'The marketplace refused {{count}} prices.',
        es: 'El marketplace rechazó {{count}} precios.',
      },
    },
    price_updates_error: {
      level: 'error',
      link,
      sentence: {
        pt: 'Não foi possível enviar {{count}} preços.',
        en: '{{count}} prices could not be sent.',
        es: 'No se pudieron enviar {{count}} precios.',
      },
    },
    price_updates_undone: {
      level: 'success',
      link,
      sentence: {
        pt: '{{count}} preços voltaram ao valor anterior.',
        en: '{{count}} prices went back to their former values.',
        es: '{{count}} precios volvieron a su valor anterior.',
      },
    },
  },
  entries({ updates }, occasion) {
    // An undo that is applied is told by the update that it takes back, which becomes `undone`.
    const reported = updates.filter(({ state, reverts }) => state !== 'applied' || !reverts);
    const byState = [...Map.groupBy(reported, ({ state }) => state)];
    return byState.flatMap(([state, some]): BellEntry<Code>[] => {
      if (!isReported(state)) return [];
      if (some.length > MOST_SINGLE) {
        const subject = `price-updates:${state}:${occasion}`;
        return [{ code: `price_updates_${state}`, values: { count: some.length }, subject }];
      }
      return some.map((update) => {
        const { id, title, oldPrice, newPrice, currencyCode, failure, listingId, ruleId } = update;
        const prices = { oldPrice, newPrice, currencyCode };
        return {
          code: alarmOf(update) ?? `price_update_${state}`,
          values: { title, ...prices, failure, listingId, ruleId, updateId: id },
          subject: `price-update:${id}:${state}`,
        };
      });
    });
  },
  resolves({ updates }) {
    const ids = updates.flatMap(({ state, listingId }) => (state === 'applied' ? [listingId] : []));
    return ids.length === 0 ? [] : [{ codes: FAILURES, about: { key: 'listingId', ids } }];
  },
});
