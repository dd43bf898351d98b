import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { type Scripted, stub } from '../../../../testing/conformance/stub.ts';
import { getAdFigures } from './figures.ts';

const session = { sellerId: '770011223', accessToken: 'APP_USR-x' };
const DAYS = { from: '2026-02-01', to: '2026-03-02' };
const ADVERTISERS = 'GET /advertising/advertisers';
const SEARCH = 'GET /advertising/MLB/advertisers/4120/product_ads/ads/search';

const advertisers = { body: { advertisers: [{ advertiser_id: 4120, site_id: 'MLB' }] } };
const listing = (item_id: string, metrics: unknown) => ({ item_id, campaign_id: 7, metrics });
const page = (total: number, ...results: unknown[]) => ({
  body: { paging: { total, offset: 0, limit: 50 }, results },
});

async function ask(script: Record<string, Scripted | Scripted[]>) {
  const stubbed = stub(script);
  const figures: Record<string, unknown> = {};
  const failures: string[] = [];
  for await (const one of getAdFigures(stubbed.fetcher, session, DAYS)) {
    if (one.ok) Object.assign(figures, Object.fromEntries(one.value));
    else failures.push(one.error.kind);
  }
  return { figures, failures, ...stubbed };
}

describe('figures of advertising', () => {
  it('are requested for the advertiser and the days, with the version of each call', async () => {
    const { calls, figures } = await ask({
      [ADVERTISERS]: advertisers,
      [SEARCH]: page(1, listing('MLB1', { cost: 12.34, total_amount: 123.4 })),
    });
    assert.deepEqual(figures, { MLB1: { spend: 1_234, sales: 12_340 } });
    assert.deepEqual(
      calls.map(({ operation, query, headers }) => [operation, query, headers?.['api-version']]),
      [
        ['getAdvertisers', { product_id: 'PADS' }, '1'],
        [
          'searchAds',
          {
            limit: '50',
            offset: '0',
            date_from: '2026-02-01',
            date_to: '2026-03-02',
            metrics: 'cost,total_amount',
          },
          '2',
        ],
      ],
    );
  });

  it('is read page by page, to the end', async () => {
    const full = Array.from({ length: 50 }, (_, n) =>
      listing(`MLB${n}`, { cost: 1, total_amount: 2 }),
    );
    const { figures, calls } = await ask({
      [ADVERTISERS]: advertisers,
      [SEARCH]: [
        page(51, ...full),
        page(51, listing('MLB50', { cost: '3.5', total_amount: null })),
      ],
    });
    assert.equal(Object.keys(figures).length, 51);
    assert.deepEqual(figures.MLB50, { spend: 350, sales: 0 });
    assert.equal(calls.at(-1)?.query?.offset, '50');
  });

  it('is read to the end too where the total is unknown', async () => {
    const full = Array.from({ length: 50 }, (_, n) =>
      listing(`MLB${n}`, { cost: 1, total_amount: 2 }),
    );
    const { figures, calls } = await ask({
      [ADVERTISERS]: advertisers,
      [SEARCH]: [
        { body: { results: full } },
        { body: { results: [listing('MLB50', { cost: 1, total_amount: 2 })] } },
      ],
    });
    assert.equal(Object.keys(figures).length, 51);
    assert.equal(calls.length, 3);
  });

  it('leave out empty entries, and end with an empty page', async () => {
    const { figures, calls } = await ask({
      [ADVERTISERS]: advertisers,
      [SEARCH]: [
        page(
          500,
          listing('MLB1', {}),
          listing('MLB2', null),
          'odd',
          listing('MLB3', { cost: -4, total_amount: 9 }),
        ),
        page(500),
      ],
    });
    assert.deepEqual(figures, { MLB3: { spend: 0, sales: 900 } });
    assert.equal(calls.length, 3);
  });

  it('is read of the advertisers that are complete', async () => {
    const reported = [{ advertiser_id: 9 }, null, { advertiser_id: 4120, site_id: 'MLB' }];
    const { figures, failures } = await ask({
      [ADVERTISERS]: { body: { advertisers: reported } },
      [SEARCH]: page(1, listing('MLB1', { cost: 1, total_amount: 2 })),
    });
    assert.deepEqual([figures, failures], [{ MLB1: { spend: 100, sales: 200 } }, []]);
  });

  it('is nothing where the seller does not advertise', async () => {
    const none = { status: 404, body: { error: 'not_found', status: 404 } };
    const { figures, failures } = await ask({ [ADVERTISERS]: none });
    assert.deepEqual([figures, failures], [{}, []]);
  });

  it('fails as a call fails, with what was read before', async () => {
    const busy = { status: 429, body: { error: 'too_many_requests' } };
    assert.deepEqual((await ask({ [ADVERTISERS]: busy })).failures, ['rate_limited']);
    const full = Array.from({ length: 50 }, (_, n) =>
      listing(`MLB${n}`, { cost: 1, total_amount: 2 }),
    );
    const half = await ask({ [ADVERTISERS]: advertisers, [SEARCH]: [page(80, ...full), busy] });
    assert.equal(Object.keys(half.figures).length, 50);
    assert.deepEqual(half.failures, ['rate_limited']);
  });
});
