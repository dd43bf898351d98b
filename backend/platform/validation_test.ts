import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import * as z from 'zod';
import type { Fault } from '../kernel/problem.ts';
import { Problem } from '../kernel/problem.ts';
import { check, findBadTexts, mayBeBad, refuseFaults } from './validation.ts';

const Amount = z.number().refine((value) => value > 0, { error: 'greater_than_zero' });
const Thing = z.object({
  name: z.string().min(1, { error: 'required' }).max(20),
  price: Amount.nullable().default(null),
  adjustment: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('VALUE'), amount: Amount }),
      z.object({ type: z.literal('PERCENTAGE'), percent: z.number() }),
    ])
    .optional(),
  starts: z.union([z.iso.datetime(), z.iso.date()]).optional(),
  state: z.enum(['on', 'off']).optional(),
  marketplace: z
    .union([z.literal(1), z.literal(2)])
    .nullable()
    .default(null),
  where: z.union([z.string(), z.object({ city: z.string(), zip: z.string().max(8) })]).optional(),
  tags: z.array(z.string().max(5)).max(3).default([]),
  values: z.record(z.string().max(3), z.number()).optional(),
});
const Body = z.object({ thing: Thing });

const faultsOf = (thing: unknown, schema: z.ZodType = Body) => {
  const faults: Fault[] = [];
  check(schema, { thing }, faults);
  return faults.map(({ path, code }) => `${path} ${code}`);
};

describe('a check', () => {
  it('gives back what the schema makes of a value', () => {
    const faults: Fault[] = [];
    assert.deepEqual(check(Body, { thing: { name: 'a', extra: 1 } }, faults), {
      thing: { name: 'a', price: null, marketplace: null, tags: [] },
    });
    assert.deepEqual(faults, []);
  });

  it('distinguishes what is missing from what is wrong', () => {
    assert.deepEqual(faultsOf(undefined), ['thing required']);
    assert.deepEqual(faultsOf({}), ['thing.name required']);
    assert.deepEqual(faultsOf({ name: '' }), ['thing.name required']);
    assert.deepEqual(faultsOf({ name: null }), ['thing.name invalid_type']);
    assert.deepEqual(faultsOf({ name: 'a', state: 'maybe' }), ['thing.state invalid_value']);
    assert.deepEqual(faultsOf({ name: 'a', tags: ['short', 'much too long'] }), [
      'thing.tags.1 too_big',
    ]);
  });

  it('uses a message in snake case as the code, with its text', () => {
    const faults: Fault[] = [];
    check(Body, { thing: { name: 'a', price: 0 } }, faults);
    assert.deepEqual(faults, [
      { path: 'thing.price', code: 'greater_than_zero', message: 'has to be greater than zero' },
    ]);
  });

  it('digs out of a union what the caller most likely meant', () => {
    const adjustment = (value: unknown) => faultsOf({ name: 'a', adjustment: value });
    assert.deepEqual(adjustment({ type: 'VALUE', amount: 0 }), [
      'thing.adjustment.amount greater_than_zero',
    ]);
    assert.deepEqual(adjustment({ type: 'PERCENTAGE' }), ['thing.adjustment.percent required']);
    assert.deepEqual(adjustment({ type: 'NEITHER' }), ['thing.adjustment.type invalid_value']);
    assert.deepEqual(adjustment('all'), ['thing.adjustment invalid_type']);
    assert.deepEqual(faultsOf({ name: 'a', starts: '5 May' }), ['thing.starts invalid_format']);
    assert.deepEqual(faultsOf({ name: 'a', starts: 5 }), ['thing.starts invalid_type']);
    assert.deepEqual(faultsOf({ name: 'a', marketplace: 7 }), ['thing.marketplace invalid_value']);
    assert.deepEqual(faultsOf({ name: 'a', where: { city: 'x', zip: 'much too long' } }), [
      'thing.where.zip too_big',
    ]);
  });

  it('names each key that is not known, where that matters, and each bad key of a record', () => {
    const Strict = z.object({ thing: z.strictObject({ a: z.number() }) });
    assert.deepEqual(faultsOf({ a: 1, b: 2, c: 3 }, Strict), [
      'thing.b unknown_field',
      'thing.c unknown_field',
    ]);
    assert.deepEqual(faultsOf({ name: 'a', values: { long1: 1, b: 'x' } }), [
      'thing.values.long1 too_big',
      'thing.values.b invalid_type',
    ]);
  });

  it('stops counting at some point', () => {
    const faults: Fault[] = [];
    check(z.array(z.number()), Array.from({ length: 500 }, String), faults);
    assert.equal(faults.length, 100);
  });

  it('ends in a problem only where there are faults', () => {
    refuseFaults([]);
    const fault = { path: 'a', code: 'required', message: 'required' };
    assert.throws(
      () => refuseFaults([fault]),
      (error: Problem) => error.status === 422 && error.more.faults?.[0] === fault,
    );
  });
});

describe('texts that no database takes', () => {
  const found = (value: unknown) => {
    const faults: Fault[] = [];
    findBadTexts(value, faults);
    return faults.map(({ path }) => path);
  };

  it('are found wherever they are', () => {
    assert.deepEqual(found({ a: { b: ['fine', 'x\0'] } }), ['a.b.1']);
    assert.deepEqual(found('half \ud800 a pair'), ['']);
    assert.deepEqual(found({ list: [{ 'bad\0key': 1 }] }), ['list.0']);
    assert.deepEqual(found({ emoji: '🙂', accents: 'ação', none: null, n: 1, yes: true }), []);
    assert.deepEqual(found(undefined), []);
  });

  it('are searched up to a limit only', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 10_000; level++) deep = [deep];
    assert.throws(
      () => found(deep),
      (error: Problem) => error instanceof Problem && error.code === 'invalid_json',
    );
  });

  it('are searched unless a quick check rules them out', () => {
    const bytes = (json: string) => new TextEncoder().encode(json);
    const isRuledOut = (json: string) => !mayBeBad(bytes(json));
    for (const plain of ['{"a":["ação 🙂","a \\" [[[",1,null,true]}', '[]', '"x"', '7'])
      assert.equal(isRuledOut(plain), true, plain);
    for (const bad of ['["\\u0000"]', '{"a\\ud800":1}', '"\\\\\\u0000"'])
      assert.equal(isRuledOut(bad), false, bad);
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    assert.equal(isRuledOut(nested(65)), false);
    // A quote inside a text does not end it.
    assert.equal(isRuledOut(`["]]]]",${nested(64)}]`), false);
    assert.equal(isRuledOut(`[${'1,'.repeat(100_000)}1]`), false);
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
        if (isRuledOut(json)) assert.deepEqual(found(JSON.parse(json)), []);
      }),
    );
  });
});
