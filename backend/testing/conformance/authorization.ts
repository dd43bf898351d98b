// Codes, tokens and their renewal.
import assert from 'node:assert/strict';
import { it } from '@std/testing/bdd';
import { failureOf, NOW, type Stage } from './stage.ts';

/** Codes, tokens and their renewal. */
export function testAuthorization(stage: Stage): void {
  const { fixture } = stage;

  it('exchanges a code for the credentials of a seller', async () => {
    const granted = await stage.marketplace.authorize(fixture.grant);
    assert.ok(granted.ok);
    const seller = granted.value.find(({ sellerId }) => sellerId === fixture.sellerId);
    assert.ok(seller);
    assert.ok(seller.nickname.length > 0);
    assert.ok(seller.credentials.expiresAt > NOW);
  });

  it('renews credentials, and recognises a refresh token that is dead', async () => {
    const granted = await stage.marketplace.authorize(fixture.grant);
    assert.ok(granted.ok);
    const seller = granted.value.find(({ sellerId }) => sellerId === fixture.sellerId)!;
    const renewed = await stage.marketplace.refresh(seller.credentials, seller);
    assert.ok(renewed.ok);
    assert.notEqual(renewed.value.accessToken, seller.credentials.accessToken);
    const again = await stage.marketplace.refresh(seller.credentials, seller);
    if (fixture.refreshTokens === 'lasting') assert.ok(again.ok && again.value.refreshToken);
    else assert.equal(failureOf(again)?.code, 'invalid_grant');
    const dead = { ...seller.credentials, refreshToken: 'unknown-token' };
    assert.equal(failureOf(await stage.marketplace.refresh(dead, seller))?.code, 'invalid_grant');
  });
}
