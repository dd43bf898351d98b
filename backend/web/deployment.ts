import * as z from 'zod';
import { Build } from './manifest.ts';

/** A deployed build; null: the one built with the product. */
export const Place = Build.nullable();
export type Place = z.infer<typeof Place>;

/** What a place is called at a terminal. */
export const called = (place: Place): string => place ?? "the installation's own";

/** Which build of a module is live, and for which companies another one. */
export const Deployment = z.object({
  /** Grows by one with each switch; 0 before the first. */
  number: z.int().min(0),
  live: Place,
  /** Where one gets by going back, the nearest first. */
  before: z.array(Place),
  /** Companies that have another build than the live one. */
  pins: z.record(z.string().regex(/^[1-9]\d{0,15}$/), Build),
  /** When it was switched; null where it never was. */
  at: z.iso.datetime().nullable(),
});
export type Deployment = z.infer<typeof Deployment>;

export const NEVER: Deployment = { number: 0, live: null, before: [], pins: {}, at: null };

/** So far back one can go without naming a build. */
const STEPS_BACK = 10;

export const Companies = z.array(z.int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(1_000);

/** The possible orders. Each is idempotent. */
export const Order = z.discriminatedUnion('do', [
  z.object({ do: z.literal('live'), build: Build }),
  /** `from`: the live build at the time of the request, so that a repeated order does not roll back twice. */
  z.object({ do: z.literal('back'), to: Place, from: Place }),
  z.object({ do: z.literal('pin'), build: Build, companies: Companies }),
  /** Without companies: all of them. */
  z.object({ do: z.literal('unpin'), companies: Companies.optional() }),
]);
export type Order = z.infer<typeof Order>;

/** What changes with an order. */
export type Change = Pick<Deployment, 'live' | 'before' | 'pins'>;

/** The state of a module after an order; null if the order was for another state than the present one. */
export function follow(deployment: Deployment, order: Order): Change | null {
  const { live, before, pins } = deployment;
  switch (order.do) {
    case 'live': {
      if (order.build === live) return { live, before, pins };
      const earlier = before.filter((place) => place !== order.build && place !== live);
      return { live: order.build, before: [live, ...earlier].slice(0, STEPS_BACK), pins };
    }
    case 'back': {
      if (order.to === live) return { live, before, pins };
      if (order.from !== live) return null;
      const step = before.indexOf(order.to);
      // What one has gone back from is not where going back leads next.
      return { live: order.to, before: step < 0 ? before : before.slice(step + 1), pins };
    }
    case 'pin': {
      const added = order.companies.map((id) => [String(id), order.build] as const);
      return { live, before, pins: { ...pins, ...Object.fromEntries(added) } };
    }
    case 'unpin': {
      const { companies } = order;
      const stay = ([id]: [string, string]) =>
        companies !== undefined && !companies.includes(Number(id));
      return { live, before, pins: Object.fromEntries(Object.entries(pins).filter(stay)) };
    }
  }
}

/** The builds that must be kept, whatever their age: those in use, and those of a rollback by one step. */
export const neededBy = ({ live, before, pins }: Deployment): Set<string> =>
  new Set([live, before[0] ?? null, ...Object.values(pins)].filter((place) => place !== null));

/** The build that a company gets; null: the one built with the product. */
export const placeFor = ({ live, pins }: Deployment, companyId: number | null): Place =>
  (companyId === null ? undefined : pins[String(companyId)]) ?? live;
