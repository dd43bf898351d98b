// What the manifest declares.
import assert from 'node:assert/strict';
import { it } from '@std/testing/bdd';
import { marketplacesOf } from '../../integrations/registry.ts';
import { CRITERIA, type Criterion, type Reported } from '../../kernel/market.ts';
import { compareMarket } from '../../monitoring/actions.ts';
import { isReported } from '../../monitoring/engine/compare.ts';
import { NOW, type Stage, unreachable } from './stage.ts';

/** The connector does what its manifest declares. */
export function testManifest({ fixture }: Stage): void {
  it('has the traits of its manifest', () => {
    const { traits, connection } = fixture.manifest;
    const connector = fixture.connect(unreachable, () => NOW);
    assert.equal(connector.getFees !== undefined, traits.reportsFees);
    assert.equal(connector.getAdFigures !== undefined, traits.reportsAdFigures);
    assert.equal(connector.getMarkets !== undefined, traits.reportsCompetitors);
    // What belongs together is there together.
    assert.equal(connector.setPrices !== undefined, connector.batchKey !== undefined);
    assert.equal(connector.peekNotification !== undefined, fixture.secrets !== undefined);
    assert.ok(connection);
    const settings = Object.keys(connection.settings.schema.shape);
    const named = [
      ...Object.values(connection.settings.client),
      ...Object.values(connection.settings.secrets),
    ];
    for (const name of named) assert.ok(settings.includes(name), name);
  });
}

/** The answers contain exactly those data of a competitor's offer that the manifest declares as reported. */
export function testCriteria(stage: Stage): void {
  const { manifest, target } = stage.fixture;
  const { criteria, reportsCompetitors } = manifest.traits;
  const declared = (what: Reported) => CRITERIA.filter((name) => criteria[name] === what);

  it('reports of competitors the criteria that its manifest names', async () => {
    if (!reportsCompetitors) {
      assert.deepEqual(declared('never'), [...CRITERIA]);
      return;
    }
    const market = await stage.marketOfTarget();
    const { competitors } = compareMarket(
      { marketplaces: marketplacesOf([], [manifest]) },
      {
        ...target,
        marketplaceId: manifest.id,
        sellerId: stage.fixture.sellerId,
        link: null,
        price: 10_000,
        shippingPrice: null,
        fulfillment: false,
        listingTypeId: null,
        stock: 1,
        status: 'ENABLED',
      },
      market,
    );
    assert.ok(competitors.length > 0);
    const reportedOf = (name: Criterion) => competitors.filter((one) => isReported(one, name));
    for (const name of declared('always'))
      assert.equal(reportedOf(name).length, competitors.length, name);
    for (const name of declared('sometimes')) assert.ok(reportedOf(name).length > 0, name);
    for (const name of declared('never')) assert.deepEqual(reportedOf(name), [], name);
  });
}
