// The contract of every marketplace port, independent of its wire format. `conformance` runs it against a marketplace
// and a small fixture of its wire, with and without injected faults.
import { afterAll, afterEach, beforeAll, beforeEach, describe } from '@std/testing/bdd';
import { testAuthorization } from './authorization.ts';
import { testConfinement, testFaults } from './faults.ts';
import { testListings, testMarkets } from './listings.ts';
import { testCriteria, testManifest } from './manifest.ts';
import { testNotifications } from './notifications.ts';
import { testOrders } from './orders.ts';
import { testPrices } from './prices.ts';
import { Stage, type WireFixture } from './stage.ts';

/** Registers the suite for one marketplace. */
export function conformance(name: string, fixture: WireFixture): void {
  describe(`${name} conforms to the port`, () => {
    const stage = new Stage(fixture);
    beforeAll(() => stage.open());
    afterAll(() => stage.close());
    beforeEach(() => stage.begin());
    afterEach(() => stage.end());

    testAuthorization(stage);
    testListings(stage);
    testMarkets(stage);
    testPrices(stage);
    testOrders(stage);
    testFaults(stage);
    testConfinement(stage);
    testManifest(stage);
    testCriteria(stage);
    testNotifications(stage);
  });
}
