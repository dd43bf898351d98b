import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { announced, type Held, type HoldMinutes, nextContentPhase, nextPhase } from './hold.ts';

const START = Date.parse('2026-05-04T12:00:00Z');
const at = (minute: number) => new Date(START + minute * 60_000);
const BUYBOX: HoldMinutes = { begin: 15, end: 15 };

/** The announcements for a condition observed at these minutes, by a worker that runs each minute. */
function announcements(
  observed: Readonly<Record<number, boolean>>,
  { hold = BUYBOX, until = 120 }: { hold?: HoldMinutes; until?: number } = {},
): string[] {
  let held: Held | null = null;
  const alerts: string[] = [];
  for (let minute = 0; minute <= until; minute++) {
    const isOn = observed[minute];
    if (isOn !== undefined) held = nextPhase(held, isOn, at(minute), hold);
    if (held?.dueAt && held.dueAt <= at(minute)) {
      alerts.push(`${minute} ${held.phase}`);
      held = announced(held);
    }
  }
  return alerts;
}

const CASES: [name: string, observed: Record<number, boolean>, heard: string[]][] = [
  ['a loss that lasts', { 0: true }, ['15 begins']],
  [
    'a loss that is observed again and again',
    { 0: true, 1: true, 9: true, 14: true, 40: true },
    ['15 begins'],
  ],
  ['a loss shorter than that', { 0: true, 14: false }, []],
  ['a loss that ends in the minute in which it is due', { 0: true, 15: false }, []],
  ['two short losses, which are no long one', { 0: true, 10: false, 12: true, 20: false }, []],
  ['a short loss, and one that lasts', { 0: true, 10: false, 12: true }, ['27 begins']],
  ['a loss that is won back for good', { 0: true, 30: false }, ['15 begins', '45 ends']],
  ['a buybox that is won back for a moment', { 0: true, 30: false, 40: true }, ['15 begins']],
  [
    'a second loss after it was won back',
    { 0: true, 30: false, 50: true },
    ['15 begins', '45 ends', '65 begins'],
  ],
  ['a win without a loss', { 5: false }, []],
];

describe('what is announced', () => {
  for (const [name, observed, alerts] of CASES)
    it(`is ${alerts.length === 0 ? 'nothing' : alerts.join(', ')}: ${name}`, () => {
      assert.deepEqual(announcements(observed), alerts);
    });

  it('is at once where nothing is waited for, and no end where none is announced', () => {
    const hold = { begin: 0, end: null };
    assert.deepEqual(announcements({ 3: true, 20: false, 50: true }, { hold }), [
      '3 begins',
      '50 begins',
    ]);
  });
});

describe('a change of a listing’s content', () => {
  const change = (before: string, after: string) => ({ before, after });
  const first = nextContentPhase(null, change('Garrafa', 'Garrafa azul'), at(0), 15);

  it('waits, and is announced with what was there first', () => {
    assert.deepEqual(first?.dueAt, at(15));
    const second = nextContentPhase(first, change('Garrafa azul', 'Garrafa verde'), at(5), 15);
    assert.deepEqual(
      [second?.before, second?.after, second?.dueAt],
      ['Garrafa', 'Garrafa verde', at(15)],
    );
  });

  it('is dropped if it is reverted', () => {
    assert.equal(nextContentPhase(first, change('Garrafa azul', 'Garrafa'), at(5), 15), null);
  });

  it('is noted once where it is delivered twice, also after it was announced', () => {
    assert.equal(nextContentPhase(first, change('Garrafa', 'Garrafa azul'), at(0), 15), first);
    const rung = { ...first!, ...announced(first!)! };
    assert.equal(nextContentPhase(rung, change('Garrafa', 'Garrafa azul'), at(0), 15), rung);
    const next = nextContentPhase(rung, change('Garrafa azul', 'Garrafa'), at(60), 15);
    assert.deepEqual(
      [next?.phase, next?.before, next?.after],
      ['begins', 'Garrafa azul', 'Garrafa'],
    );
  });
});
