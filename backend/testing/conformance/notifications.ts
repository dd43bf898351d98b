// Notifications of the marketplace.
import assert from 'node:assert/strict';
import { it } from '@std/testing/bdd';
import fc from 'fast-check';
import { incoming } from '../incoming.ts';
import type { Stage } from './stage.ts';

/** Notifications of the marketplace. */
export function testNotifications(stage: Stage): void {
  const { fixture } = stage;

  if (fixture.isProven) {
    it('rejects a notification without a signature', () => {
      const bare = incoming(fixture.notifications.listing.body);
      const decoded = stage.marketplace.decodeNotification(bare, fixture.secrets ?? []);
      assert.deepEqual(decoded, { ok: false, error: 'unproven' });
    });
  }

  if (fixture.signsBodies) {
    it('rejects a notification that was changed after signing', () => {
      const { body, headers } = fixture.notifications.listing;
      const changed = incoming({ ...(body as object), more: 1 }, headers);
      const decoded = stage.marketplace.decodeNotification(changed, fixture.secrets ?? []);
      assert.deepEqual(decoded, { ok: false, error: 'unproven' });
    });
  }

  if (fixture.secrets !== undefined) {
    it('names the secret that verifies a notification, and accepts no other', () => {
      const { body, headers } = fixture.notifications.listing;
      const peek = stage.marketplace.peekNotification!;
      const origin = peek(incoming(body, headers));
      assert.equal(origin?.sellerId, fixture.sellerId);
      assert.ok(origin.topic.length > 0);
      for (const secrets of [[], ['another'], ['']]) {
        const decoded = stage.marketplace.decodeNotification(incoming(body, headers), secrets);
        assert.deepEqual(decoded, { ok: false, error: 'unproven' });
      }
      fc.assert(
        fc.property(fc.anything(), (odd) => {
          const found = peek(incoming(odd, headers));
          return found === null || typeof found.sellerId === 'string';
        }),
      );
    });
  }

  it('decodes its notifications, and rejects other bodies without throwing', () => {
    const decode = ({ body, headers }: { body: unknown; headers?: Record<string, string> }) =>
      stage.marketplace.decodeNotification(incoming(body, headers), fixture.secrets ?? []);
    const { market: sent } = fixture.notifications;
    if (sent !== null) {
      const market = decode(sent);
      assert.ok(market.ok && market.value[0]?.about === 'market');
      assert.equal(market.value[0].sellerId, fixture.sellerId);
      assert.deepEqual(market.value[0].subject, fixture.subject);
    }
    const listing = decode(fixture.notifications.listing);
    assert.ok(listing.ok && listing.value[0]?.about === 'listing');
    assert.deepEqual(decode(fixture.notifications.unused), { ok: true, value: [] });
    const { headers } = sent ?? fixture.notifications.listing;
    fc.assert(
      fc.property(fc.anything(), (body) => {
        const notification = decode({ body, ...(headers && { headers }) });
        return notification.ok ? notification.value.length === 0 : notification.error.length > 0;
      }),
    );
  });
}
