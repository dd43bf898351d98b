import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { Model } from '../../testing/rule-model/model.ts';
import { ruleModel } from '../../testing/rule-model/run.ts';

// Each seed shows the difference from its other model within a few sequences.
describe('rules and price updates, compared with a small model', () => {
  it('equal the model after any sequence of commands', async () => {
    const { commands, states } = await ruleModel(100, 20_260_504);
    assert.ok(commands > 400, `${commands} commands were run`);
    for (const state of ['applied', 'undone', 'rejected', 'canceled', 'pending', 'sent'] as const) {
      assert.ok((states[state] ?? 0) > 0, `no update ended as ${state}: ${JSON.stringify(states)}`);
    }
  });

  it('differ from a model without undone prices', async () => {
    class Forgetful extends Model {
      protected override isSpurned(): boolean {
        return false;
      }
    }
    await assert.rejects(
      ruleModel(150, 3, { makeModel: (clock) => new Forgetful(clock), endOnFailure: true }),
      /Property failed/,
    );
  });

  it('differ from a model without pace, and from one without the smallest rise', async () => {
    class Hasty extends Model {
      protected override isHeld(): boolean {
        return false;
      }
    }
    class Fussy extends Model {
      protected override smallestRise(): number {
        return 1;
      }
    }
    for (const Other of [Hasty, Fussy]) {
      await assert.rejects(
        ruleModel(150, 6, { makeModel: (clock) => new Other(clock), endOnFailure: true }),
        /Property failed/,
      );
    }
  });

  it('differ from a model that lets a rule move a price as far as it likes', async () => {
    class Reckless extends Model {
      protected override isFar(): boolean {
        return false;
      }
    }
    await assert.rejects(
      ruleModel(60, 1, { makeModel: (clock) => new Reckless(clock), endOnFailure: true }),
      /Property failed/,
    );
  });
});
