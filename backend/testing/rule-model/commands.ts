// The commands of the rule model: each does one thing to the model and the same thing to the product, through its use
// cases and its database, and then holds one against the other.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toAmount, toAmountOrNull } from '../../kernel/money.ts';
import { createRule, getRule, setRuleStatus, updateRule } from '../../pricing/rules/actions.ts';
import { undo } from '../../pricing/undo/undo-update.ts';
import { approve, cancel } from '../../pricing/updates/actions.ts';
import { pushUpdates } from '../../pricing/updates/push.ts';
import { repriceListings } from '../../pricing/updates/reprice.ts';
import type { UpdateRow } from '../../pricing/updates/store.ts';
import { competitor, type Scene } from '../pricing-scene.ts';
import type { End, Model, ModelRule } from './model.ts';

type Terms = Pick<ModelRule, 'min' | 'max' | 'approval'>;

/** One listing in the product, with the ids of its rules in the order in which they were made. */
export interface Real {
  scene: Scene;
  listingId: number;
  sku: string;
  ruleIds: number[];
}

type Command = fc.AsyncCommand<Model, Real>;

const never = new AbortController().signal;

const rowsOf = ({ scene, listingId }: Real): Promise<UpdateRow[]> => scene.updates(listingId);

const activeRow = async (real: Real): Promise<UpdateRow> => {
  const rows = await rowsOf(real);
  return rows.find(({ state }) => ['pending', 'sent', 'retry'].includes(state))!;
};

const inputOf = ({ scene, listingId }: Real, { min, max, approval }: Terms) =>
  scene.rule([listingId], {
    minPrice: toAmountOrNull(min),
    maxPrice: toAmount(max),
    requiresApproval: approval,
  });

const decideNow = ({ scene, listingId }: Real) =>
  repriceListings(scene.ctx, scene.companyId, [listingId]);

/** The present rule of the listing and the version that a person would have seen. */
async function present({ scene, ruleIds }: Real): Promise<{ ruleId: number; version: number }> {
  const ruleId = ruleIds.at(-1)!;
  return { ruleId, version: (await getRule(scene.ctx, scene.actor, ruleId)).version };
}

async function same(model: Model, real: Real): Promise<void> {
  const rows = await rowsOf(real);
  const places = new Map(rows.map((row, place) => [row.id, place]));
  assert.deepEqual(
    rows.map((row) => [row.state, row.new_price, row.reverts && places.get(row.reverts)!]),
    model.updates.map((update) => [update.state, update.price, update.reverts]),
  );
  const { ctx, actor } = real.scene;
  const ruleId = real.ruleIds.at(-1);
  if (ruleId !== undefined) {
    const rule = await getRule(ctx, actor, ruleId);
    const status = model.rule === null ? 'archived' : model.rule.enabled ? 'enabled' : 'disabled';
    assert.equal(rule.status, status);
    if (model.rule !== null) assert.equal(rule.version, model.rule.version);
  }
  assert.equal(real.scene.shop.shown(real.sku), model.price);
}

/** A command: whether it fits, what it does to both, and its name in a report. */
const command = (
  name: string,
  fits: (model: Readonly<Model>) => boolean,
  onModel: (model: Model) => void,
  onContext: (real: Real, model: Model) => Promise<unknown>,
): Command => ({
  check: fits,
  async run(model, real) {
    // The product's clock advances, so that later rows have later times.
    real.scene.ctx.advance(1_000);
    model.commands += 1;
    onModel(model);
    await onContext(real, model);
    await same(model, real);
  },
  toString: () => name,
});

const terms: fc.Arbitrary<Terms> = fc.record({
  min: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 9_000, max: 9_600 }) },
    fc.constant(null),
  ),
  max: fc.integer({ min: 9_700, max: 10_200 }),
  approval: fc.boolean(),
});
const amount = fc.integer({ min: 9_000, max: 10_200 });
const always = () => true;
const hasRule = ({ rule }: Readonly<Model>) => rule !== null;

const observe = async (real: Real, model: Model) => {
  const { scene, listingId, sku } = real;
  const own = competitor('US', model.price, { offerId: sku, isOwn: true, position: 2 });
  const status = model.winning ? 'WINNING' : 'LOSING';
  await scene.see(listingId, status, [competitor('R1', model.competitorPrice), own]);
  await decideNow(real);
};

const push = (end: End) =>
  command(
    `push: ${end}`,
    (model) => model.active() !== undefined,
    () => undefined,
    async (real, model) => {
      const row = await activeRow(real);
      const { scene } = real;
      const before = scene.shop.pushes.length;
      const leaves = model.push(end);
      scene.shop.ends = [end];
      await pushUpdates(scene.ctx, [{ companyId: scene.companyId, updateId: row.id }], never);
      scene.shop.ends = [];
      await decideNow(real);
      assert.equal(scene.shop.pushes.length - before, leaves ? 1 : 0, 'calls that left');
    },
  );

const undone = (change: Terms | null) =>
  command(
    change === null ? 'undo, keep the rule' : `undo, rule: ${JSON.stringify(change)}`,
    (model) => {
      const place = model.undoable();
      if (place === null || model.rules === 0) return false;
      return change === null || model.rule?.n === model.updates[place]!.rule;
    },
    () => undefined,
    async (real, model) => {
      const { ctx, actor } = real.scene;
      const original = (await rowsOf(real))[model.undoable()!]!;
      const choice =
        change === null
          ? ({ choice: 'keep_rule' } as const)
          : ({
              choice: 'change_rule',
              edit: { rule: inputOf(real, change), version: (await present(real)).version },
            } as const);
      model.undo(change);
      await undo(ctx, actor, original.rule_id, original.id, choice);
    },
  );

const statusTo = (status: 'enabled' | 'disabled' | 'archived') =>
  command(
    `rule ${status}`,
    hasRule,
    (model) => model.setStatus(status),
    async (real) => {
      const { ruleId, version } = await present(real);
      await setRuleStatus(real.scene.ctx, real.scene.actor, ruleId, { status, version });
    },
  );

/** Makes a rule: what every story begins with. */
export const created: fc.Arbitrary<Command> = terms.map((wanted) =>
  command(
    `create ${JSON.stringify(wanted)}`,
    ({ rule }) => rule === null,
    (model) => model.create(wanted),
    async (real) => {
      const { ctx, actor } = real.scene;
      real.ruleIds.push((await createRule(ctx, actor, inputOf(real, wanted))).id);
    },
  ),
);

const edited = terms.map((wanted) =>
  command(
    `edit ${JSON.stringify(wanted)}`,
    hasRule,
    (model) => model.edit(wanted),
    async (real) => {
      const { ruleId, version } = await present(real);
      const edit = { rule: inputOf(real, wanted), version };
      await updateRule(real.scene.ctx, real.scene.actor, ruleId, edit);
    },
  ),
);

const competitorMoved = amount.map((price) =>
  command(`competitor to ${price}`, always, (model) => model.see(price, model.price), observe),
);

const changedElsewhere = amount.map((price) =>
  command(
    `somebody sets ${price}`,
    ({ price: now }) => now !== price,
    (model) => model.see(model.competitorPrice, price),
    async (real, model) => {
      real.scene.shop.change(real.sku, price);
      await observe(real, model);
    },
  ),
);

const waited = command(
  'time goes by',
  ({ updates }) => updates.at(-1)?.state === 'retry',
  (model) => model.wait(),
  (real) => Promise.resolve(real.scene.ctx.advance(61 * 60_000)),
);

const timePassed = fc.constantFrom(58, 59, 20 * 60, 59 * 60).map((seconds) =>
  command(
    `${seconds} seconds go by`,
    ({ rule, updates }) => rule !== null && updates.at(-1)?.state !== 'retry',
    () => undefined,
    async (real, model) => {
      real.scene.ctx.advance(seconds * 1_000);
      model.decide();
      await decideNow(real);
    },
  ),
);

const approved = command(
  'approve',
  (model) => model.active()?.state === 'pending',
  (model) => {
    model.approved = model.approve();
  },
  async (real, model) => {
    const row = await activeRow(real);
    const approval = approve(real.scene.ctx, real.scene.actor, row.rule_id, row.id);
    if (model.approved) await approval;
    else await assert.rejects(approval, { code: 'decision_changed' });
  },
);

const canceled = command(
  'cancel',
  (model) => ['pending', 'retry'].includes(model.active()?.state ?? ''),
  (model) => model.cancel(),
  async (real) => {
    const row = await activeRow(real);
    await cancel(real.scene.ctx, real.scene.actor, row.rule_id, row.id);
  },
);

/** All that may happen, in the mix in which much happens: what is here often is tried often. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  created,
  edited,
  fc.constantFrom('enabled' as const, 'disabled' as const, 'archived' as const).map(statusTo),
  competitorMoved,
  competitorMoved,
  changedElsewhere,
  timePassed,
  fc.constantFrom(push('confirm'), push('confirm'), push('confirm'), push('rate_limit')),
  fc.constantFrom(push('confirm'), push('confirm'), push('reject'), push('ignore')),
  fc.constantFrom(waited, approved, approved),
  fc.constantFrom(approved, canceled),
  fc.constant(undone(null)),
  terms.map(undone),
];
