import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { BELLS } from './bell.ts';

const [{ entries }] = BELLS;

describe('the bell entries of the stop switch', () => {
  const moved = { companyId: 1, stopped: true, by: 'Ana', detail: null };

  it('name who moved it', () => {
    assert.deepEqual(entries(moved, 'job-1'), [
      { code: 'prices_stopped', values: { by: 'Ana' }, subject: 'price-switch:job-1' },
    ]);
    assert.deepEqual(entries({ ...moved, stopped: false }, 'job-2'), [
      { code: 'prices_resumed', values: { by: 'Ana' }, subject: 'price-switch:job-2' },
    ]);
  });

  it('contain what the breaker counted', () => {
    const detail = {
      drops: 21,
      limit: 20,
      percent: 30,
      minutes: 60,
      ruleIds: [3],
      listingIds: [5],
    };
    assert.deepEqual(entries({ ...moved, by: null, detail }, 'job-3'), [
      {
        code: 'prices_stopped_by_breaker',
        values: { drops: 21, percent: 30, minutes: 60 },
        subject: 'price-switch:job-3',
      },
    ]);
  });
});
