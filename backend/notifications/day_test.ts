// A day of the demo's company: how many pop-ups its bell shows.
import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { demoSpans, type Span } from '../bench/demo-day.ts';
import { type ConditionChange, noteConditions } from '../monitoring/alerts/note.ts';
import { within } from '../platform/db.ts';
import { cancel, createRule, setRuleStatus } from '../pricing/actions.ts';
import { publishPaused } from '../pricing/updates/events.ts';
import { announceAfter } from '../testing/alerts.ts';
import { type Ended, endUpdates } from '../testing/bell-scene.ts';
import { sellMany } from '../testing/many-listings.ts';
import { openScene } from '../testing/pricing-scene.ts';
import { drain } from '../testing/test-context.ts';
import { listNotifications } from './actions.ts';
import { workers } from './jobs.ts';

const START = Date.parse('2026-05-04T00:00:00.000Z');
/** What the demo's first company sells on both marketplaces. */
const LISTINGS = 450;
const RULES = 3;
const HOURS = 24;
const QUARTERS = HOURS * 4;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const LOST = { kind: 'lost', subject: '' } as const;
/** The simulated market has no refused or held prices: one of this many is made so. */
const ONE_REFUSED_OF = 1_000;
const ONE_HELD_OF = 1_000;
const MOST_RINGS = 40;

describe('a day of 450 listings under rules in the market of the demo', () => {
  it('shows at most 40 pop-ups, and sums up applied changes', async () => {
    const scene = await openScene();
    const { ctx, companyId, actor } = scene;
    ctx.setTime(new Date(START));
    const listings = await sellMany(scene, LISTINGS, 10_000);
    const ruleOf = new Map<number, number>();
    const ruleIds: number[] = [];
    for (let rule = 0; rule < RULES; rule++) {
      const own = listings.filter((_, at) => at % RULES === rule).map(({ id }) => id);
      const { id } = await createRule(ctx, actor, scene.rule(own, { name: `Regra ${rule}` }));
      ruleIds.push(id);
      for (const listingId of own) ruleOf.set(listingId, id);
    }
    const all = workers(ctx);
    const happened = { changes: 0, refused: 0, held: 0, losses: 0 };

    const endOf = ({ listing, from: oldPrice, to: newPrice }: Span['changes'][number]): Ended => {
      const { id: listingId } = listings[listing]!;
      const update = { listingId, ruleId: ruleOf.get(listingId)!, oldPrice, newPrice };
      const { changes, refused, held } = happened;
      if (changes >= (refused + 1) * ONE_REFUSED_OF) {
        happened.refused += 1;
        return { ...update, state: 'rejected', failure: 'item.price.invalid' };
      }
      if (changes >= (held + 1) * ONE_HELD_OF) {
        happened.held += 1;
        return { ...update, state: 'pending' };
      }
      happened.changes += 1;
      return update;
    };

    /** Notes what happened to the buyboxes, and announces each minute what has lasted. */
    const noteMinutes = async ({ buybox }: Span) => {
      for (let minute = 0; minute < QUARTER_MS / MINUTE_MS; minute++) {
        await announceAfter(ctx, companyId, 1);
        const now = ctx.clock();
        const from = now.getTime() - MINUTE_MS;
        const conditions = buybox.flatMap(({ listing, isLost, at }): ConditionChange[] =>
          at > from && at <= now.getTime()
            ? [{ ...LOST, aboutId: listings[listing]!.id, isOn: isLost, at: new Date(at) }]
            : [],
        );
        if (conditions.length > 0)
          await within(ctx.db, { company: companyId }, (trx) =>
            noteConditions(trx, companyId, conditions),
          );
      }
    };

    let quarter = 0;
    for (const span of demoSpans(START, { spans: QUARTERS, minutes: QUARTER_MS / 60_000 })) {
      happened.losses += span.buybox.filter(({ isLost }) => isLost).length;
      const waiting = await within(ctx.db, { company: companyId }, (trx) =>
        trx
          .selectFrom('price_update')
          .select(['id', 'rule_id', 'listing_id'])
          .where('company_id', '=', companyId)
          .where('state', '=', 'pending')
          .execute(),
      );
      const busy = new Set(waiting.map((row) => row.listing_id));
      const moving = span.changes.filter(({ listing }) => !busy.has(listings[listing]!.id));
      await endUpdates(scene, moving.map(endOf));
      await within(ctx.db, { company: companyId }, async (trx) => {
        // Twice a day a price is changed elsewhere, and its rule pauses.
        if (quarter % 48 === 20) {
          await trx
            .updateTable('rule')
            .set({ status: 'paused' })
            .where('id', '=', ruleIds[0]!)
            .execute();
          const rule = {
            id: ruleIds[0]!,
            name: 'Regra 0',
            listingId: listings[0]!.id,
            title: 'MLB1',
          };
          await publishPaused(ctx, trx, companyId, [rule]);
        }
      });
      await noteMinutes(span);
      await drain(ctx, all);
      // The seller works through what waits some times a day.
      if (quarter % 24 === 23) {
        for (const row of waiting) await cancel(ctx, actor, row.rule_id, row.id);
        const [rule] = await scene.database.owner<{ status: string; version: number }[]>`
          select status, version from rule where id = ${ruleIds[0]!}`;
        if (rule!.status === 'paused')
          await setRuleStatus(ctx, actor, ruleIds[0]!, {
            status: 'enabled',
            version: rule!.version,
          });
        await drain(ctx, all);
      }
      quarter += 1;
    }

    const { totalElements, unread } = await listNotifications(ctx, actor, {
      page: 0,
      limit: 1,
      show: 'all',
    });
    const rows = await scene.database.owner<{ kind: string; entries: number; count: number }[]>`
      select case when code like 'rule_changed_%' then 'digest' else code end as kind,
        count(*)::integer as entries, sum((values->>'count')::integer)::integer as count
      from notification group by 1`;
    const { digest, ...rung } = Object.fromEntries(rows.map(({ kind, ...row }) => [kind, row]));
    const rings = Object.values(rung).reduce((sum, { entries }) => sum + entries, 0);
    console.log(
      `\nA day of ${LISTINGS} listings: ${happened.changes} prices changed, ${happened.losses} buyboxes lost, ${rings} rings`,
      rung,
    );
    assert.ok(happened.changes > 10 * LISTINGS && happened.losses > LISTINGS, 'a lively market');
    // A digest for each rule and hour, without a pop-up, which contains every change.
    assert.deepEqual(digest, { entries: RULES * HOURS, count: happened.changes });
    // What was counted is gone from the bell once the seller worked through it.
    assert.equal(totalElements, RULES * HOURS + unread);
    assert.deepEqual(Object.keys(rung).sort(), [
      'buybox_lost',
      'buybox_many_lost',
      'buybox_won',
      'price_update_rejected',
      'prices_wait',
      'rules_wait',
    ]);
    // Once for each listing: in the price war of the day they are lost and won repeatedly.
    const parts = await scene.database.owner<{ code: string; listings: number }[]>`
      select code, count(*)::integer as listings from notification_part
      where code like 'buybox_%' group by 1`;
    for (const { code, listings: some } of parts) assert.equal(rung[code]!.count, some);
    const announced = rung.buybox_lost!.count + rung.buybox_many_lost!.count;
    assert.ok(parts.length === 3 && happened.losses > 10 * announced);
    assert.equal(rung.price_update_rejected!.count, happened.refused);
    assert.ok(rings <= MOST_RINGS, `${rings} rings`);
    await scene.close();
  });
});
