import { competitor, previewBody, type WorkedCase } from './bodies.ts';

/** Price wars: four undercuts in turn, at four prices. */
export const WAR_CASES: WorkedCase[] = [
  {
    name: 'a price war that took 3 % rests',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T11:00:00Z', by: 'R1', price: 99 },
          { at: '2026-11-20T11:10:00Z', by: 'us', price: 98.99 },
          { at: '2026-11-20T11:30:00Z', by: 'R1', price: 96.5 },
          { at: '2026-11-20T11:40:00Z', by: 'us', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96)],
    }),
    expected: { outcome: 'KEEP', code: 'price_war' },
  },
  {
    name: 'no price war without the guard',
    body: previewBody({
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T11:00:00Z', by: 'R1', price: 99 },
          { at: '2026-11-20T11:10:00Z', by: 'us', price: 98.99 },
          { at: '2026-11-20T11:30:00Z', by: 'R1', price: 96.5 },
          { at: '2026-11-20T11:40:00Z', by: 'us', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96)],
    }),
    expected: { outcome: 'CHANGE', price: 95.99 },
  },
  {
    name: 'two undercuts, and the one that is seen, are no price war yet',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T11:30:00Z', by: 'R1', price: 96.5 },
          { at: '2026-11-20T11:40:00Z', by: 'us', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96)],
    }),
    expected: { outcome: 'CHANGE', price: 95.99 },
  },
  {
    name: 'undercuts that took less than 3 % are no price war',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 99.6 },
      memory: {
        undercuts: [
          { at: '2026-11-20T11:00:00Z', by: 'R1', price: 99.9 },
          { at: '2026-11-20T11:10:00Z', by: 'us', price: 99.8 },
          { at: '2026-11-20T11:30:00Z', by: 'R1', price: 99.7 },
          { at: '2026-11-20T11:40:00Z', by: 'us', price: 99.6 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 99.5)],
    }),
    expected: { outcome: 'CHANGE', price: 99.49 },
  },
  {
    name: 'undercuts of more than 6 hours ago are no price war',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T03:00:00Z', by: 'R1', price: 99 },
          { at: '2026-11-20T03:10:00Z', by: 'us', price: 98.99 },
          { at: '2026-11-20T03:30:00Z', by: 'R1', price: 96.5 },
          { at: '2026-11-20T03:40:00Z', by: 'us', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96)],
    }),
    expected: { outcome: 'CHANGE', price: 95.99 },
  },
  {
    name: 'after 2 hours of rest the way up is offered: to the maximum',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T09:00:00Z', by: 'R1', price: 99 },
          { at: '2026-11-20T09:10:00Z', by: 'us', price: 98.99 },
          { at: '2026-11-20T09:30:00Z', by: 'R1', price: 96.5 },
          { at: '2026-11-20T09:40:00Z', by: 'us', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96.49)],
    }),
    expected: {
      outcome: 'CHANGE',
      price: 120,
      eventType: 'increase_margin',
      priceTag: 'max_margin',
    },
  },
  {
    name: 'without a maximum, to the price before the war',
    body: previewBody({
      rule: { warGuard: {}, maxPrice: null },
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T09:00:00Z', by: 'R1', price: 99 },
          { at: '2026-11-20T09:10:00Z', by: 'us', price: 98.99 },
          { at: '2026-11-20T09:30:00Z', by: 'R1', price: 96.5 },
          { at: '2026-11-20T09:40:00Z', by: 'us', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96.49)],
    }),
    expected: {
      outcome: 'CHANGE',
      price: 100,
      eventType: 'increase_margin',
      priceTag: 'with_margin',
    },
  },
  {
    name: 'undercuts with different competitors are no price war',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T11:00:00Z', by: 'R1', price: 99 },
          { at: '2026-11-20T11:10:00Z', by: 'us', price: 98.99 },
          { at: '2026-11-20T11:30:00Z', by: 'R2', price: 96.5 },
          { at: '2026-11-20T11:40:00Z', by: 'us', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96), competitor('R2', 97, { position: 2 })],
    }),
    expected: { outcome: 'CHANGE', price: 95.99 },
  },
  {
    name: 'PRIMAZIA rests in a price war too',
    body: previewBody({
      rule: { strategy: 'PRIMAZIA', warGuard: {} },
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T11:00:00Z', by: 'R1', price: 99 },
          { at: '2026-11-20T11:10:00Z', by: 'us', price: 98.99 },
          { at: '2026-11-20T11:30:00Z', by: 'R1', price: 96.5 },
          { at: '2026-11-20T11:40:00Z', by: 'us', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96)],
    }),
    expected: { outcome: 'KEEP', code: 'price_war' },
  },
  {
    name: 'a competitor who went on below himself meanwhile does not begin the pause again',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 96.5 },
      memory: {
        undercuts: [
          { at: '2026-11-20T09:00:00Z', by: 'us', price: 99 },
          { at: '2026-11-20T09:10:00Z', by: 'R1', price: 98.5 },
          { at: '2026-11-20T09:30:00Z', by: 'us', price: 96.5 },
          { at: '2026-11-20T09:40:00Z', by: 'R1', price: 96.4 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96)],
    }),
    expected: { outcome: 'CHANGE', price: 120, eventType: 'increase_margin' },
  },
  {
    name: 'our undercuts may bear our own id as a seller',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T11:00:00Z', by: 'R1', price: 99 },
          { at: '2026-11-20T11:10:00Z', by: 'SELLER-7', price: 98.99 },
          { at: '2026-11-20T11:30:00Z', by: 'R1', price: 96.5 },
          { at: '2026-11-20T11:40:00Z', by: 'us', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96), competitor('SELLER-7', 96.49, { isOwn: true, position: 2 })],
    }),
    expected: { outcome: 'KEEP', code: 'price_war' },
  },
  {
    name: 'or any name that is no competitor’s, where none is said to be ours',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T11:00:00Z', by: 'R1', price: 99 },
          { at: '2026-11-20T11:10:00Z', by: 'me', price: 98.99 },
          { at: '2026-11-20T11:30:00Z', by: 'R1', price: 96.5 },
          { at: '2026-11-20T11:40:00Z', by: 'me', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96)],
    }),
    expected: { outcome: 'KEEP', code: 'price_war' },
  },
  {
    name: 'three undercuts, and the one that is seen, are answered as usual',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 96.49 },
      memory: {
        undercuts: [
          { at: '2026-11-20T11:10:00Z', by: 'us', price: 98.99 },
          { at: '2026-11-20T11:30:00Z', by: 'R1', price: 96.5 },
          { at: '2026-11-20T11:40:00Z', by: 'us', price: 96.49 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 96)],
    }),
    expected: { outcome: 'CHANGE', price: 95.99 },
  },
  {
    name: 'small undercuts are no price war because the competitor leaps now',
    body: previewBody({
      rule: { warGuard: {} },
      listing: { price: 99.6 },
      memory: {
        undercuts: [
          { at: '2026-11-20T11:00:00Z', by: 'R1', price: 99.9 },
          { at: '2026-11-20T11:10:00Z', by: 'us', price: 99.8 },
          { at: '2026-11-20T11:30:00Z', by: 'R1', price: 99.7 },
          { at: '2026-11-20T11:40:00Z', by: 'us', price: 99.6 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 95)],
    }),
    expected: { outcome: 'CHANGE', price: 94.99 },
  },
  {
    name: 'the price before the war is the one before the undercuts that count',
    body: previewBody({
      rule: { warGuard: {}, maxPrice: null },
      listing: { price: 95.4 },
      memory: {
        undercuts: [
          { at: '2026-11-20T05:00:00Z', by: 'R1', price: 99.5 },
          { at: '2026-11-20T05:30:00Z', by: 'us', price: 99 },
          { at: '2026-11-20T09:00:00Z', by: 'R1', price: 97 },
          { at: '2026-11-20T09:10:00Z', by: 'us', price: 96.9 },
          { at: '2026-11-20T09:30:00Z', by: 'R1', price: 95.5 },
          { at: '2026-11-20T09:40:00Z', by: 'us', price: 95.4 },
        ],
        priceBeforeWar: 100,
      },
      offers: [competitor('R1', 95.4)],
    }),
    expected: { outcome: 'CHANGE', price: 99, eventType: 'increase_margin' },
  },
  {
    name: 'a way up does not end beside another own listing that holds the buybox above it',
    body: previewBody({
      rule: { warGuard: {}, maxPrice: null },
      listing: { price: 101 },
      memory: {
        priceBeforeWar: 100,
        war: {
          by: 'R1',
          restsFrom: '2026-11-20T09:30:00Z',
          wayUp: { at: '2026-11-20T11:50:00Z', rivalPrice: 103, isOver: false },
        },
        undercuts: [{ at: '2026-11-20T09:30:00Z', by: 'us', price: 96.49 }],
        ownPrice: 101,
        rivalPrice: 103,
      },
      offers: [
        competitor('me2', 101, { isOwn: true, position: 1 }),
        competitor('R1', 103, { position: 2 }),
      ],
    }),
    expected: { outcome: 'KEEP', code: 'price_war' },
  },
];
