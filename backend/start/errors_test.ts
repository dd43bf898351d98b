import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { ConfigError } from '../platform/environment.ts';
import { DatabaseError } from '../platform/migrate.ts';
import { explain, StartError } from './errors.ts';

const database = (code: string) =>
  new DatabaseError('The database cannot be used.', {
    cause: Object.assign(new Error(code), { code }),
  });

describe('why a start fails', () => {
  for (const error of [new StartError('taken'), new ConfigError('PORT is wrong')]) {
    it(`${error.name} is printed as it is, and not retried`, () => {
      assert.deepEqual(explain(error), { text: error.message, isFinal: true, isExpected: true });
    });
  }

  it('an unreachable database is retried, a refused connection is not', () => {
    assert.equal(explain(database('ECONNREFUSED')).isFinal, false);
    assert.equal(explain(database('57P03')).isFinal, false);
    assert.equal(explain(database('28P01')).isFinal, true);
    assert.equal(explain(new DatabaseError('PostgreSQL 14')).isFinal, true);
  });

  it('anything else is a bug: tried again, and logged whole', () => {
    const { text, isFinal, isExpected } = explain(new TypeError('x is undefined'));
    assert.deepEqual([isFinal, isExpected], [false, false]);
    assert.match(text, /x is undefined/);
  });
});
