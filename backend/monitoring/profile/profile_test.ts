import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import type { Offer } from '../../kernel/market.ts';
import { offer, scene as openScene, type Scene } from '../../testing/monitoring-scene.ts';
import { recordObserved } from '../../testing/record-markets.ts';
import { foldCompetitors } from './fold.ts';
import { contestedOf, profileOf } from './read.ts';

const HOUR = 3_600_000;
const PAGE = { page: 0, limit: 15 };

describe('the page of a competitor', () => {
  let scene: Scene;
  let a: number;
  let b: number;
  beforeEach(async () => {
    scene = await openScene();
    a = await scene.addListing('A');
    b = await scene.addListing('B');
  });
  afterEach(() => scene.close());

  const of = (sellerId: string) => ({
    companyId: scene.company.companyId,
    marketplaceId: 2,
    sellerId,
  });
  const profile = (sellerId = 'R1') => profileOf(scene.ctx, of(sellerId));
  const contested = (sellerId = 'R1') => contestedOf(scene.ctx, of(sellerId), PAGE);
  /** Records a market, with our price as it is then, and lets time pass. */
  const see = async (
    listingId: number,
    ownPrice: number,
    offers: Offer[],
    { hours = 1, winner = null as string | null } = {},
  ) => {
    await scene.database.owner`update listing set price = ${ownPrice} where id = ${listingId}`;
    const market = {
      observedAt: scene.ctx.clock(),
      buybox: {
        status: winner === null ? ('WINNING' as const) : ('LOSING' as const),
        winnerSellerId: winner,
        priceToWin: null,
        reason: null,
      },
      offers,
    };
    await recordObserved(scene.ctx, scene.company.companyId, [{ listingId, market }]);
    scene.ctx.advance(hours * HOUR);
  };

  it('shows where it competes now and before, and its lowest price that was not suspect', async () => {
    await see(a, 10_000, [offer('R1', 9_000), offer('R2', 9_500)], { winner: 'R1' });
    const lowestAt = scene.ctx.clock().toISOString();
    await see(a, 10_000, [offer('R1', 8_000), offer('R2', 9_500)], { winner: 'R1' });
    const others = ['R2', 'R3', 'R4'].map((seller) => offer(seller, 9_500));
    // Far enough below the others to be suspect.
    await see(a, 10_000, [offer('R1', 100), ...others], { winner: 'R1' });
    await see(a, 10_000, [offer('R1', 8_000)], { winner: 'R1', hours: 0 });
    await see(b, 12_000, [offer('R1', 11_000)], { hours: 2 });
    await see(b, 12_000, [offer('R2', 11_000)], { hours: 0 });

    const { sellerName, listings, present, lowest, taken } = await profile();
    assert.deepEqual(
      { sellerName, listings, present },
      { sellerName: 'Loja R1', listings: 2, present: 1 },
    );
    assert.deepEqual([lowest?.listingId, lowest?.price, lowest?.at], [a, 80, lowestAt]);
    assert.deepEqual([taken.times, taken.listings, taken.hours], [1, 1, 5]);
    const { content, totalElements } = await contested();
    assert.equal(totalElements, 2);
    assert.deepEqual(
      content.map((one) => [
        one.listingId,
        one.isPresent,
        one.rivalPrice,
        one.gapPercent,
        one.hasBuybox,
      ]),
      [
        [a, true, 80, 25, true],
        [b, false, null, null, null],
      ],
    );
  });

  it('aggregates late snapshots again if needed, and none twice', async () => {
    await see(a, 10_000, [offer('R1', 9_000)]);
    for (const minutes of [1, 3, 3, 3]) {
      await foldCompetitors(scene.ctx, scene.company.companyId);
      scene.ctx.advance(minutes * 60_000);
    }
    const first = await profile();
    await see(b, 10_000, [offer('R1', 8_500)], { hours: 1 });
    const second = await profile();
    assert.deepEqual([first.listings, first.lowest?.price], [1, 90]);
    assert.deepEqual([second.listings, second.lowest?.price], [2, 85]);
    assert.equal(second.firstSeenAt, first.firstSeenAt);
    const [state] = await scene.database.owner<{ again: number; newest: number }[]>`
      select again_id as again, (select max(id) from market_snapshot) as newest from competitor_fold`;
    assert.ok(state!.again < state!.newest, 'the newest is read once more: others may commit late');
  });

  it('has its lowest price in the currency in which it was seen last', async () => {
    await scene.database
      .owner`update listing set currency_code = 'USD', country_code = 'US' where id = ${a}`;
    await see(a, 2_000, [offer('R1', 1_900)]);
    await see(b, 12_000, [offer('R1', 11_000)]);
    const { lowest } = await profile();
    assert.deepEqual([lowest?.price, lowest?.currencyCode], [110, 'BRL']);
  });

  it('reports up to when snapshots are aggregated, once all are', async () => {
    const { companyId } = scene.company;
    await scene.database.owner`
      insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status, offers)
      select ${companyId}, ${a}, ${scene.ctx.clock()}, 10000, 'WINNING', '[]' from generate_series(1, 501)`;
    await foldCompetitors(scene.ctx, companyId, { pages: 1 });
    const [before] = await scene.database.owner`select folded_at as at from competitor_fold`;
    const at = scene.ctx.clock();
    await foldCompetitors(scene.ctx, companyId, { pages: 2 });
    const [after] = await scene.database.owner`select folded_at as at from competitor_fold`;
    assert.deepEqual([before?.at, after?.at], [null, at]);
  });

  it('reports how often and how fast it follows, after enough changes', async () => {
    let [own, theirs] = [10_000, 10_000];
    await see(a, own, [offer('R1', theirs)]);
    // Four times it follows after two hours.
    for (let time = 0; time < 4; time++) {
      own -= 100;
      await see(a, own, [offer('R1', theirs)], { hours: 2 });
      theirs -= 100;
      await see(a, own, [offer('R1', theirs)], { hours: 30 });
    }
    const few = (await profile()).following;
    assert.deepEqual([few.changes, few.share, few.medianMinutes], [4, null, null]);
    // And once it does not.
    own -= 100;
    await see(a, own, [offer('R1', theirs)], { hours: 30 });
    await see(a, own, [offer('R1', theirs)], { hours: 0 });
    const { changes, followed, share, medianMinutes, listings } = (await profile()).following;
    assert.deepEqual(
      { changes, followed, share, medianMinutes, listings },
      { changes: 5, followed: 4, share: 0.8, medianMinutes: 120, listings: 1 },
    );
  });

  it('shows pages that are watched elsewhere, and nothing of a seller who was never seen', async () => {
    const { companyId } = scene.company;
    const at = scene.ctx.clock();
    const [watch] = await scene.database.owner<{ id: number }[]>`
      insert into watched_competitor (company_id, listing_id, marketplace_id, country_code, product_id, link, state,
        comparison, offer, source, seen_at, created_at, updated_at)
      values (${companyId}, ${a}, 1, 'BR', 'B0X', 'https://pages.example/x', 'ready', 'IDENTICAL',
        ${scene.database.owner.json({ sellerId: 'S1', sellerName: 'Loja S1', price: 9_200 })}, 'api', ${at}, ${at}, ${at})
      returning id`;
    scene.ctx.advance(HOUR);
    await scene.database.owner`
      update watched_competitor set offer = jsonb_set(offer, '{price}', '9900'), seen_at = ${scene.ctx.clock()},
        updated_at = ${scene.ctx.clock()} where id = ${watch!.id}`;
    const seller = { companyId, marketplaceId: 1, sellerId: 'S1' };
    const { content } = await contestedOf(scene.ctx, seller, PAGE);
    assert.deepEqual(
      content.map((one) => [one.source, one.rivalPrice, one.lowestPrice, one.lowestAt]),
      [['watched', 99, 92, at.toISOString()]],
    );
    const never = await profile('nobody');
    assert.deepEqual([never.listings, never.lowest, never.following.share], [0, null, null]);
  });
});
