import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { swing } from './bench/spine/listings.ts';
import { openPlant, type Plant } from './reliability/plant.ts';
import { until } from './reliability/wait.ts';
import { type Collector, openCollector, type SpanRecord } from './testing/collector.ts';

const PATIENCE_MS = 60_000;
const SETS_PRICE = 'mercadolivre putItem';

describe('traces', () => {
  let collector: Collector;
  let plant: Plant;

  beforeAll(async () => {
    collector = openCollector();
    plant = await openPlant({
      seed: 1,
      roles: ['api', 'worker'],
      listings: { mercadolivre: 1 },
      env: collector.env,
    });
  });
  afterAll(async () => {
    await plant?.close();
    await collector.stop();
  });

  /** The spans from the root of a trace to the first span of that name; null: not all are here. */
  function pathTo(name: string): SpanRecord[] | null {
    const { spans } = collector;
    const path = spans.filter((span) => span.name === name).slice(0, 1);
    while (path[0] !== undefined && path[0].parentSpanId !== '') {
      const { parentSpanId } = path[0];
      const parent = spans.find(({ spanId }) => spanId === parentSpanId);
      if (parent === undefined) return null;
      path.unshift(parent);
    }
    return path.length > 0 ? path : null;
  }

  it('lead from a marketplace’s notification over queues and jobs to the call that sets our price', async () => {
    collector.spans.length = 0;
    const [listing] = plant.listings;
    plant.sandbox.control.change(listing!.rivalItemId, { price: swing(listing!, 0) });
    await until('its trace is exported whole', PATIENCE_MS, () => pathTo(SETS_PRICE) !== null);
    const path = pathTo(SETS_PRICE)!;
    const names = path.map(({ name }) => name);
    assert.deepEqual(names, [
      'POST /webhooks/{marketplace}',
      'take in',
      'process monitoring.look',
      'process pricing.market-changed',
      'process pricing.push',
      SETS_PRICE,
    ]);
    const answered = path.at(-1)!.attributes.find(({ key }) => key === 'http.response.status_code');
    assert.deepEqual(answered?.value, { doubleValue: 200 });
  });

  it('have no address of a call, since some are signed or carry a token', () => {
    const outgoing = collector.spans.filter(({ attributes }) =>
      attributes.some(
        ({ key, value }) => key === 'url.full' && value.stringValue?.startsWith(plant.sandbox.url),
      ),
    );
    assert.deepEqual(outgoing, []);
    assert.doesNotMatch(collector.text(), /access_token|APP_USR-|Bearer/);
  });
});
