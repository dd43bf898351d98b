// Typical queries of the lists of monitoring: three filters and two order columns each.
const filter = (field: string, condition: string, value: string) => ({
  field,
  condition,
  value,
  logicalOperator: 'AND' as const,
});
const order = (field: string, direction: 'asc' | 'desc') => ({ field, direction });

const ORDERS = [
  [order('price', 'asc'), order('title', 'asc')],
  [order('title', 'asc'), order('price', 'desc')],
  [order('gapPercent', 'desc'), order('title', 'asc')],
  [order('buyboxSince', 'desc'), order('title', 'asc')],
];

/** Of each of twenty people another question: all five groups of filters in all four orders. */
export function questionOf(person: number) {
  const from = 10 + person * 20;
  const stock = filter('stock', '>=', String(1 + (person % 10)));
  const status = filter('status', 'IN', 'ENABLED');
  const loses = filter('buyboxStatus', 'IN', 'LOSING');
  const price = filter('price', 'BETWEEN', `${from}|${from + 250}`);
  const filters = [
    [status, loses, price],
    [loses, filter('gapPercent', '<=', '5'), stock],
    [filter('isWinnable', 'IN', 'true'), stock, status],
    [filter('shareWeek', 'BETWEEN', '0|49.9'), status, price],
    [filter('rankingStatus', 'IN', 'losing'), filter('watched', '>=', '1'), status],
  ][person % 5]!;
  return { filters, orders: ORDERS[person % 4]! };
}

const losing = [filter('buyboxStatus', 'IN', 'LOSING')];

/** Queries of one user, page after page. */
export const ALONE = {
  'by the gap, without a filter': { filters: [], orders: [order('gap', 'desc')] },
  'that lose, by the share of a week': { filters: losing, orders: [order('shareWeek', 'asc')] },
  'that lose, by the share of a week and by title: very many have the same': {
    filters: losing,
    orders: [order('shareWeek', 'asc'), order('title', 'asc')],
  },
  'that lose, by what the price to win would bring': {
    filters: losing,
    orders: [order('contributionToWin', 'desc')],
  },
  'that lose, by the highest share of a week': {
    filters: losing,
    orders: [order('shareWeek', 'desc')],
  },
  'by the age of the market': { filters: [], orders: [order('marketObservedAt', 'asc')] },
  'that lose, by the age of the market and by title': {
    filters: losing,
    orders: [order('marketObservedAt', 'asc'), order('title', 'asc')],
  },
  "by the winner's price": { filters: [], orders: [order('winnerPrice', 'asc')] },
  'by the price to win, dearest first': { filters: [], orders: [order('priceToWin', 'desc')] },
  "by the best competitor's price": { filters: [], orders: [order('bestRivalPrice', 'asc')] },
  'by how many competitors are watched': { filters: [], orders: [order('watched', 'desc')] },
  'by the lowest price of watched competitors and by title': {
    filters: [],
    orders: [order('watchedPrice', 'asc'), order('title', 'asc')],
  },
};
