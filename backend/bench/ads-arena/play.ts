// Plays an entrant through the days of a world: its bids meet the auctions, and it learns what the marketplace reports.
import type { Minor } from '../../kernel/money.ts';
import { BIDS, REST } from './assumptions.ts';
import { outcomeOf } from './auction.ts';
import type { Bids, DayFigures, Entrant, KeywordView, ProductView, View } from './view.ts';
import { marginOn, type World } from './world.ts';

export interface Played {
  /** By day, in the order of the keywords. */
  bids: readonly Bids[];
  spend: readonly Minor[];
  /** The revenue of all days. */
  sales: Minor;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Figures = Writable<DayFigures>;
interface Row extends Omit<KeywordView, 'bid' | 'days'> {
  bid: Minor | null;
  days: Figures[];
}

const emptyDay = (): Figures => ({ impressions: 0, clicks: 0, cost: 0, orders: 0, sales: 0 });

/** Whole minor units inside the marketplace's limits. */
const accepted = (bid: Minor | null): Minor | null =>
  bid === null ? null : Math.min(Math.max(Math.round(bid), BIDS.minimum), BIDS.maximum);

/** An order that becomes known. */
interface Late {
  figures: Figures;
  price: Minor;
}

/** @throws RangeError where an entrant does not bid for each keyword */
export function play(world: World, entrant: Entrant): Played {
  const { scenario, keywords, products, budget, days } = world;
  const rows = keywords.map(
    ({ id, product, suggested, start }): Row => ({ id, product, suggested, bid: start, days: [] }),
  );
  const past = products.map((): { price: Minor; isFeatured: boolean }[] => []);
  const spent: { spend: Minor; timeInBudget: number }[] = [];
  const late: Late[][] = Array.from({ length: days + scenario.knownOrders.length + 1 }, () => []);
  const bids: Bids[] = [];
  let sales = 0;
  for (let day = 0; day < days; day++) {
    for (const { figures, price } of late[day]!) {
      figures.orders += 1;
      figures.sales += price;
    }
    const view: View = {
      day,
      goal: scenario.goal,
      budget,
      chargesWithoutBuybox: scenario.withoutBuybox !== null,
      products: products.map(
        (product, n): ProductView => ({
          price: product.prices[day]!,
          margin: marginOn(product, day),
          isFeatured: product.isFeatured[day] === 1,
          past: past[n]!,
        }),
      ),
      keywords: rows,
      spent,
    };
    const decided = entrant.decide(view).map(accepted);
    if (decided.length !== rows.length) throw new RangeError('A bid for each keyword, or null');
    bids.push(decided);
    rows.forEach((row, n) => {
      row.bid = decided[n]!;
      row.days.push(emptyDay());
    });

    const today = world.clicks[day]!;
    let spend = 0;
    let timeInBudget = 1;
    for (let n = 0; n < today.time.length; n++) {
      const row = rows[today.keyword[n]!]!;
      const top = today.top[n]!;
      const { bid } = row;
      if (bid === null) continue;
      const isTop = bid > top;
      if (!isTop && !(bid > top * REST.price && today.isClickedBelow[n] === 1)) continue;
      const price = scenario.isFirstPrice ? bid : top * (isTop ? 1 : REST.price);
      const cost = Math.max(Math.round(price), 1);
      if (spend + cost > budget) {
        timeInBudget = today.time[n]!;
        break;
      }
      spend += cost;
      const figures = row.days[day]!;
      figures.clicks += 1;
      figures.cost += cost;
      const lag = today.lag[n]!;
      if (lag < 0) continue;
      const paid = products[row.product]!.prices[day]!;
      sales += paid;
      late[day + Math.max(lag, 1)]!.push({ figures, price: paid });
    }
    spent.push({ spend, timeInBudget });
    rows.forEach((row, n) => {
      const { volume, rival, rounding, clicksPerImpression } = keywords[n]!;
      const { shown } = outcomeOf(row.bid ?? 0, rival[day]!, scenario.isFirstPrice);
      const expected = (volume[day]! / clicksPerImpression) * shown * timeInBudget;
      const figures = row.days[day]!;
      figures.impressions = Math.max(Math.floor(expected + rounding[day]!), figures.clicks);
    });
    products.forEach(({ prices, isFeatured }, n) => {
      past[n]!.push({ price: prices[day]!, isFeatured: isFeatured[day] === 1 });
    });
  }
  return { bids, spend: spent.map(({ spend }) => spend), sales };
}
