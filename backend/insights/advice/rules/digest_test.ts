import assert from 'node:assert/strict';
import { it } from '@std/testing/bdd';
import { dueOf } from './digest.ts';

const sum = (recoverable: number) => ({
  lost: 2 * recoverable,
  recoverable,
  listings: 4,
  unknown: 0,
});

it('reports what would bring 1 % of a month on each day, and otherwise campaigns far above their goal', () => {
  const listings = { about: 'listings', count: 4, currencyCode: 'BRL', recoverable: 30_000 };
  const campaigns = { about: 'campaigns', count: 2 };
  const cases: [Parameters<typeof dueOf>, ReturnType<typeof dueOf> | object][] = [
    [[{ BRL: sum(30_000) }, { BRL: 100_000 }, 0], listings],
    [[{ BRL: sum(29_999) }, { BRL: 100_000 }, 0], null],
    [[{ BRL: sum(29_999) }, { BRL: 100_000 }, 2], campaigns],
    [[{ BRL: sum(30_000) }, { BRL: 100_000 }, 2], listings],
    // Of several currencies, the one in which the share is largest.
    [[{ USD: sum(50_000), BRL: sum(30_000) }, { USD: 166_000, BRL: 90_000 }, 0], listings],
    // Without a known contribution, or with none, there is nothing to compare with.
    [[{ BRL: sum(30_000) }, {}, 0], null],
    [[{}, { BRL: 100_000 }, 0], null],
  ];
  for (const [given, due] of cases) assert.deepEqual(dueOf(...given), due, JSON.stringify(given));
});
