import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { sendBrokenRequests } from './testing/broken-requests.ts';

describe('broken requests', () => {
  it('10,000 of them are answered, never with a fault of ours', async () => {
    const { requests, statuses } = await sendBrokenRequests(10_000, 4_711);
    console.log(`broken requests: ${requests}, answers by status ${JSON.stringify(statuses)}`);
    assert.equal(requests, 10_000);
  });
});
