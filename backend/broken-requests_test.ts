import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { sendBrokenRequests } from './testing/broken-requests.ts';

describe('broken requests', () => {
  it('are answered, never with a server error, and without internal details', async () => {
    const { requests, statuses } = await sendBrokenRequests(1_500, 2026);
    assert.equal(requests, 1_500);
    // Some have to be accepted, or only the validation was tested.
    for (const status of ['200', '400', '404', '422']) {
      assert.ok((statuses[status] ?? 0) > 20, JSON.stringify(statuses));
    }
  });
});
