import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { type Deployment, follow, NEVER, neededBy, type Order, placeFor } from './deployment.ts';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(16)) as [string, string, string];

function after(...orders: Order[]): Deployment {
  let deployment = NEVER;
  for (const order of orders) {
    const change = follow(deployment, order);
    assert.ok(change !== null, JSON.stringify(order));
    deployment = { ...deployment, ...change };
  }
  return deployment;
}
const live = (build: string): Order => ({ do: 'live', build });
const back = (from: string | null, to: string | null): Order => ({ do: 'back', from, to });

describe('which build is live', () => {
  it('is the last one made live; rollbacks lead through the previous ones', () => {
    const three = after(live(A), live(B), live(C));
    assert.equal(three.live, C);
    assert.deepEqual(three.before, [B, A, null]);
    const two = after(live(A), live(B), live(C), back(C, B));
    assert.deepEqual([two.live, two.before], [B, [A, null]]);
    const own = after(live(A), live(B), back(B, A), back(A, null));
    assert.deepEqual([own.live, own.before], [null, []]);
  });

  it('can be any of those before, by name', () => {
    const deployment = after(live(A), live(B), live(C), back(C, A));
    assert.deepEqual([deployment.live, deployment.before], [A, [null]]);
  });

  it('is not rolled back twice by the same order, nor by one for another state', () => {
    const deployment = after(live(A), live(B), back(B, A));
    const repeated = follow(deployment, back(B, A));
    assert.deepEqual(repeated, { live: A, before: [null], pins: {} });
    assert.equal(follow(after(live(A), live(B), live(C)), back(B, A)), null);
  });

  it('is another one for a company that is pinned, until it is not', () => {
    const pin: Order = { do: 'pin', build: B, companies: [7, 9] };
    const pinned = after(live(A), pin);
    assert.deepEqual(
      [7, 9, 8, null].map((id) => placeFor(pinned, id)),
      [B, B, A, A],
    );
    assert.equal(placeFor(after(live(A), pin, live(C)), 7), B, 'a deploy leaves pins');
    const one = after(live(A), pin, { do: 'unpin', companies: [7] });
    assert.deepEqual([placeFor(one, 7), placeFor(one, 9)], [A, B]);
    assert.deepEqual(after(live(A), pin, { do: 'unpin' }).pins, {});
  });

  it('keeps builds in use, and targets of a rollback', () => {
    const deployment = after(live(A), live(B), live(C), { do: 'pin', build: A, companies: [1] });
    assert.deepEqual([...neededBy(deployment)].sort(), [A, B, C]);
    assert.deepEqual([...neededBy(after(live(A), live(B), live(C)))].sort(), [B, C]);
  });

  it('has no further effect if an order is repeated', () => {
    const build = fc.constantFrom(A, B, C);
    const companies = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 });
    const order: fc.Arbitrary<Order> = fc.oneof(
      fc.record({ do: fc.constant('live'), build }),
      fc.record({ do: fc.constant('back'), from: build, to: fc.option(build) }),
      fc.record({ do: fc.constant('pin'), build, companies }),
      fc.record({ do: fc.constant('unpin'), companies }),
    );
    fc.assert(
      fc.property(fc.array(order, { maxLength: 12 }), (orders) => {
        let deployment = NEVER;
        for (const one of orders) {
          const change = follow(deployment, one);
          if (change === null) continue;
          deployment = { ...deployment, ...change };
          assert.deepEqual(follow(deployment, one), change, JSON.stringify(one));
          assert.ok(
            !deployment.before.includes(deployment.live),
            'going back always leads elsewhere',
          );
        }
      }),
    );
  });
});
