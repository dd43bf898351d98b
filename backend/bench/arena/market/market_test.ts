import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { awardOf, isAvailable, leadersOf } from '../../../sandbox/world/award.ts';
import { BUYBOX_SHARE, NO_QUESTION, willing } from '../../../sandbox/world/buyers.ts';
import { FIRST_DAY, WEEKLY_SUPPLY } from './assumptions.ts';
import { drawVisits } from './buyers.ts';
import { bestResponse, buyersBetween, othersOf, worthOf } from './expectation.ts';
import { advance, type Book, openBook, type Player } from './life.ts';
import { copyOf, DAY, drawStall, HOUR, profitOf, type Stall } from './stall.ts';

const STEP = 5 * 60_000;
const STALLS = Array.from({ length: 60 }, (_, n) => n);

const holding = (price: number | null): Player => ({ seesAtOnce: false, poll: () => price });

/** The result of one product while a player prices it. */
function play(n: number, player: Player, days = 10): { stall: Stall; book: Book } {
  const stall = drawStall(3, n);
  const book: Book = { ...openBook(days), expected: 0 };
  const visits = drawVisits(3, n, stall.demand, days);
  advance(stall, visits, player, book, FIRST_DAY + days * DAY, STEP);
  return { stall, book };
}

const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0);

describe('the arena’s pages', () => {
  it('are the same for the same seed, and others for another', () => {
    for (const n of STALLS) assert.deepEqual(drawStall(3, n), drawStall(3, n));
    assert.notDeepEqual(drawStall(3, 0), drawStall(4, 0));
    const once = play(5, holding(null));
    assert.deepEqual(once, play(5, holding(null)));
  });

  it('behave in a copy as in the original, and are not changed by it', () => {
    const { stall } = play(5, holding(null), 2);
    const copy = copyOf(stall);
    const before = structuredClone(stall);
    const visits = drawVisits(3, 5, stall.demand, 4);
    const end = FIRST_DAY + 4 * DAY;
    advance(copy, visits, holding(9_000), openBook(4), end, STEP);
    assert.deepEqual(stall, before);
    advance(stall, visits, holding(9_000), openBook(4), end, STEP);
    assert.deepEqual(copy, stall);
  });

  it('have limits for all sellers within which a sale has a profit', () => {
    for (const n of STALLS) {
      const { limits, costs, ours } = drawStall(3, n);
      assert.ok(limits.least < limits.most);
      assert.ok(profitOf(costs, limits.least) >= limits.least * 0.05 - 1);
      assert.ok(profitOf(costs, limits.least - 2) < (limits.least - 2) * 0.05);
      assert.ok(ours.price >= limits.least && ours.price <= limits.most);
    }
  });

  it('find the leaders of the award without the ranking', () => {
    for (const n of STALLS) {
      const { sellers, product } = play(n, holding(null), 3).stall;
      assert.deepEqual(
        [...leadersOf(sellers, product)].sort(),
        [...awardOf(sellers, product).leaders].sort(),
      );
    }
  });
});

describe('what we see', () => {
  const MINUTE = 60_000;
  /** Every poll of a page for two days: its time, and the others' prices; our own price falls by a cent at each third poll. */
  function pollsAt(n: number, steps: number) {
    const polls: { at: number; moved: boolean; seen: string }[] = [];
    const player: Player = {
      seesAtOnce: false,
      poll({ now, ours, product, limits }) {
        const moved = polls.length % 3 === 0 && ours.price > limits.least;
        const seen = product.offers.map((offer) => (offer === ours ? '' : offer.price)).join();
        polls.push({ at: now, moved, seen });
        return moved ? ours.price - 1 : null;
      },
    };
    const stall = drawStall(3, n);
    const visits = drawVisits(3, n, stall.demand, 2);
    advance(stall, visits, player, openBook(2), FIRST_DAY + 2 * DAY, steps * MINUTE);
    return polls;
  }

  it('is five minutes old after our own move, and never older than twenty', () => {
    for (const n of STALLS.slice(0, 20)) {
      const polls = pollsAt(n, 5);
      assert.ok(polls.length > 2 * 72);
      for (const [i, { at, moved }] of polls.slice(0, -1).entries()) {
        const gap = (polls[i + 1]!.at - at) / MINUTE;
        assert.ok(moved ? gap === 5 : gap > 0 && gap <= 20, `${gap}`);
      }
    }
  });

  it('happens five to ten minutes after a change, or sooner if one is due', () => {
    const ages: number[] = [];
    for (const n of STALLS.slice(0, 20)) {
      let before = '';
      const player: Player = {
        seesAtOnce: false,
        poll({ now, stirredAt, product }) {
          const seen = product.offers.map(({ price }) => price).join();
          if (before !== '' && seen !== before) ages.push((now - stirredAt) / MINUTE);
          before = seen;
          return null;
        },
      };
      const stall = drawStall(3, n);
      const visits = drawVisits(3, n, stall.demand, 2);
      advance(stall, visits, player, openBook(2), FIRST_DAY + 2 * DAY, MINUTE);
    }
    assert.ok(ages.length > 50);
    assert.ok(ages.every((age) => age >= 0 && age <= 10));
    assert.ok(ages.filter((age) => age >= 5).length > ages.length / 4);
  });
});

describe('buyers', () => {
  const { demand } = drawStall(3, 1);

  it('arrive in the daily rhythm, in order, and in the expected number', () => {
    const many = { ...demand, daily: 5_000 };
    const { at } = drawVisits(1, 1, many, 10);
    assert.ok(at.every((time, i) => i === 0 || time >= at[i - 1]!));
    assert.ok(Math.abs(at.length / 50_000 - 1) < 0.02);
    const between = (from: number, to: number) => {
      const low = FIRST_DAY + from * HOUR;
      const high = FIRST_DAY + to * HOUR;
      const came = at.filter((time) => time >= low && time < high).length;
      assert.ok(Math.abs(came - buyersBetween(many, low, high)) < 4 * Math.sqrt(came));
      return came;
    };
    assert.ok(between(3, 4) * 5 < between(21, 22));
  });

  it('pay a higher price less often, by the elasticity', () => {
    const { most } = drawVisits(1, 1, { ...demand, daily: 5_000 }, 10);
    const buying = (total: number) => most.filter((one) => one >= total).length / most.length;
    const free = demand.reference * NO_QUESTION;
    for (const factor of [0.9, 1, 1.1, 1.3, 1.6])
      assert.ok(Math.abs(buying(free * factor) - willing(demand, free * factor)) < 0.01);
    assert.equal(willing(demand, free), 1);
    assert.ok(willing(demand, free * 1.1) > willing(demand, free * 1.2));
    const fall = Math.log(willing(demand, free * 1.2) / willing(demand, free * 1.1));
    assert.ok(Math.abs(fall / Math.log(1.2 / 1.1) + demand.elasticity) < 1e-9);
  });

  it('buy less from us at a higher price', () => {
    const units = (factor: number) =>
      sum(
        STALLS.map((n) =>
          play(n, holding(Math.round(drawStall(3, n).demand.reference * factor))),
        ).map(({ book }) => book.units),
      );
    const [cheap, usual, dear] = [0.8, 1, 1.2].map(units);
    assert.ok(cheap! > 2 * usual! && usual! > 2 * dear!, `${cheap} ${usual} ${dear}`);
  });

  it('mostly take the buybox', () => {
    const stall = drawStall(3, STALLS.find((n) => drawStall(3, n).minds.length > 4)!);
    const others = othersOf(stall);
    const { least } = stall.limits;
    const alone = Math.min(...others.totals) * 0.5;
    const won = worthOf(stall, others, Math.round(alone));
    const reach = willing(stall.demand, alone) * profitOf(stall.costs, Math.round(alone));
    assert.ok(won / reach > BUYBOX_SHARE && won / reach <= 1);
    const lost = worthOf(stall, { ...others, toBeat: 0 }, least);
    assert.ok(lost <= (1 - BUYBOX_SHARE) * profitOf(stall.costs, least));
  });

  it('bring what was expected', () => {
    const books = STALLS.map((n) => play(n, holding(null), 20).book);
    const got = sum(books.map(({ profit }) => sum(profit)));
    const expected = sum(books.map((book) => book.expected ?? 0));
    assert.ok(Math.abs(got / expected - 1) < 0.04, `${got} of ${expected}`);
  });
});

describe('the best answer', () => {
  it('is as good as any price, cent by cent', () => {
    for (const n of STALLS) {
      const { stall } = play(n, holding(null), 2);
      const others = othersOf(stall);
      const { least, most } = stall.limits;
      let best = 0;
      for (let price = least; price <= most; price++)
        best = Math.max(best, worthOf(stall, others, price));
      assert.ok(worthOf(stall, others, bestResponse(stall, least, most)) >= best * 0.9999, `${n}`);
    }
  });
});

describe('stock', () => {
  it('of a small lot runs out and is refilled', () => {
    const scarce = STALLS.flatMap((n) => {
      const { minds } = drawStall(3, n);
      return minds.some(({ behaviour }) => behaviour.habit === 'scarce') ? [n] : [];
    });
    const out = new Set<number>();
    const back = new Set<number>();
    for (const n of scarce)
      for (let days = 1; days <= 20; days++)
        for (const { offer, behaviour } of play(n, holding(null), days).stall.minds)
          if (behaviour.habit === 'scarce') {
            if (!isAvailable(offer)) out.add(n);
            else if (out.has(n)) back.add(n);
          }
    assert.ok(back.size > 0 && back.size >= out.size / 2, `${back.size} of ${out.size}`);
  });

  it('of ours, if limited, is refilled once a week and never goes below zero', () => {
    const limited = Array.from({ length: 200 }, (_, n) => n).filter(
      (n) => drawStall(3, n).weekly !== null,
    );
    assert.ok(limited.length > 5);
    let ranOut = 0;
    for (const n of limited) {
      const { limits, weekly } = drawStall(3, n);
      const { stall, book } = play(n, holding(limits.least), 7);
      assert.ok(book.units <= weekly! && stall.ours.stock === weekly! - book.units);
      if (stall.ours.stock === 0) ranOut++;
      assert.ok(book.onSale <= 7 * DAY);
      assert.equal(isAvailable(stall.ours), stall.ours.stock > 0);
      const later = play(n, holding(limits.least), 8);
      assert.ok(later.book.units <= 2 * weekly!);
      assert.ok(later.stall.ours.stock > 0 || later.book.units > weekly!);
    }
    assert.ok(ranOut > 0);
    assert.ok(WEEKLY_SUPPLY[0] < 1);
  });
});
