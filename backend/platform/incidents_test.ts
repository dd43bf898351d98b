import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import type { Actor, AppContext } from './app-context.ts';
import type { Incident } from './contract.ts';
import { createIncidents } from './incidents.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';

const ANA: Actor = { personId: 1, companyId: 7, role: 'analyst' };
const BIA: Actor = { personId: 2, companyId: 7, role: 'owner' };
const broken: Incident = {
  module: 'mfe-pricing',
  version: '1.4.0',
  build: '5f0c2a91',
  failure: 'render',
  message: 'no such row',
  page: '/app/historico-de-precos',
};

function open() {
  const lines: string[] = [];
  let now = Date.parse('2026-05-04T12:00:00Z');
  const metrics = createMetrics();
  const clock = () => new Date(now);
  const log = createLog({ level: 'info', clock, write: (line) => lines.push(line) });
  // Nothing else of the product is used.
  const ctx = { clock, log, metrics } as unknown as AppContext;
  return {
    record: createIncidents(ctx),
    lines,
    counts: async () =>
      (await metrics.text()).split('\n').filter((line) => /^primazia_module_inc.*\d$/.test(line)),
    pass: (minutes: number) => {
      now += minutes * 60_000;
    },
  };
}

describe('what pages report of modules that failed', () => {
  it('is in the log with module, version and build, and is counted by module and kind', async () => {
    const { record, lines, counts } = open();
    assert.equal(record(ANA, broken), true);
    assert.equal(record(BIA, { ...broken, failure: 'down' }), true);
    assert.equal(lines.length, 2);
    const reported = JSON.parse(lines[0] ?? '');
    const { message, ...rest } = broken;
    const wanted = { ...rest, said: message, level: 'warn', message: 'Module failed in a page' };
    for (const [field, value] of Object.entries(wanted)) assert.equal(reported[field], value);
    assert.deepEqual((await counts()).sort(), [
      'primazia_module_incidents_total{module="mfe-pricing",failure="down"} 1',
      'primazia_module_incidents_total{module="mfe-pricing",failure="render"} 1',
    ]);
  });

  it('is ignored if one user reports too often, and accepted again later', () => {
    const { record, lines, pass } = open();
    for (let round = 0; round < 20; round += 1) assert.equal(record(ANA, broken), true);
    assert.equal(record(ANA, broken), false);
    assert.equal(record(BIA, broken), true);
    assert.equal(lines.length, 21);
    pass(9);
    assert.equal(record(ANA, broken), false);
    pass(2);
    assert.equal(record(ANA, broken), true);
  });

  it('creates no more metric series than there can be modules', async () => {
    const { record, counts, pass } = open();
    for (let round = 0; round < 40; round += 1) {
      if (round % 20 === 0) pass(11);
      record(ANA, { ...broken, module: `mfe-made-up-${round}` });
    }
    const series = await counts();
    assert.equal(series.length, 21);
    assert.ok(
      series.includes('primazia_module_incidents_total{module="other",failure="render"} 20'),
    );
  });
});
