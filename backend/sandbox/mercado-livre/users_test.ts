import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { hasFields, isError, type Json, openWire } from '../../testing/sandbox/wire.ts';
import { OWN_SELLERS } from '../world.ts';

describe('users', () => {
  let wire: Awaited<ReturnType<typeof openWire>>;
  beforeAll(async () => {
    wire = await openWire();
  });
  afterAll(() => wire.sandbox.stop());

  it('returns to a seller all about itself, and little about others', async () => {
    const me = (await wire.get('/users/me')).body as Json;
    assert.equal(me.id, OWN_SELLERS.HOME);
    assert.equal(me.nickname, 'CASA AURORA');
    assert.ok('email' in me && 'identification' in me && 'status' in me);
    const competitor = (await wire.get('/users/820004011')).body as Json;
    assert.equal(typeof competitor.nickname, 'string');
    assert.ok(!('email' in competitor) && !('identification' in competitor));
    hasFields(competitor.seller_reputation, 'level_id power_seller_status transactions');
    isError((await wire.get('/users/1')).body, 404, 'not_found');
  });

  it('answers for several at once, each with its own code', async () => {
    const { body } = await wire.get('/users?ids=820004011,1');
    const [known, unknown] = body as { code: number; body: Json }[];
    assert.equal(known?.code, 200);
    assert.equal(known?.body.id, 820_004_011);
    assert.equal(unknown?.code, 404);
  });
});
