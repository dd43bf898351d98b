// One ad, its rivals, a marketplace without compare-and-set, and people, for some minutes in which everything that can
// go wrong does; then a calm in which the house has to put everything right. The same seed is the same story.
import type { Market } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Rule } from '../../pricing/terms.ts';
import { afterLook, CALL_LIMIT_MS, type UpdateEvent } from '../../pricing/updates.ts';
import {
  type Answer,
  afterAnswer,
  afterFailedLook,
  afterUnanswered,
  beforeAgain,
  type FailedCall,
  lookDue,
} from '../../pricing/walk.ts';
import { rival } from '../pricing-scene.ts';
import { faultAtEnd } from './end.ts';
import { type SimClaim, SimHouse } from './house.ts';
import { actOf, does } from './people.ts';
import { type Broken, dice, RULE, type Story } from './story.ts';
import { Timeline } from './timeline.ts';

const START = Date.UTC(2026, 4, 4, 12);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CHAOS_MS = 12 * MINUTE;
/** In the calm a story has to end long before this. */
const END_MS = 12 * 60 * MINUTE;

const unavailable = (code: string): FailedCall => ({
  kind: 'unavailable',
  code,
  message: code,
  retryAfterMs: null,
});

/** Tells one story. `keep` keeps its lines, for whoever wants to read what led to a violation. */
export function simulate(seed: number, broken: Broken | null = null, keep = false): Story {
  const random = dice(seed);
  const chance = (share: number) => random() < share;
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const story: Story = { seed, violation: null, calls: 0, updates: 0, lines: [] };

  let now = START;
  const timeline = new Timeline();
  const say = (what: () => string) => {
    if (keep) story.lines.push(`${((now - START) / SECOND).toFixed(3)} s  ${what()}`);
  };
  const violate = (what: string) => {
    say(() => `VIOLATION ${what}`);
    story.violation ??= what;
  };
  const after = (ms: number, run: () => void) => timeline.add(now + ms, run);
  const isChaos = () => now - START < CHAOS_MS;
  const goesWrong = (share: number) => isChaos() && chance(share);

  // The marketplace: what buyers see, and who made it so.
  const first = between(7_500, 12_500);
  const requiresApproval = chance(0.3);
  const hasLateWrites = chance(0.25);
  const shop = { price: first, writer: 'nobody', late: false };
  const rivals = [between(7_800, 12_200), between(7_800, 12_200)];
  let isOurs = true;
  const mayLose = !hasLateWrites && chance(0.3);
  const rule: Rule = { ...RULE, requiresApproval, control: mayLose ? 'LOSE' : 'REGAIN' };
  const tight = { maxStepPercent: between(5, 20), maxDayPercent: between(20, 40) };
  const limits = chance(0.5) ? tight : { maxStepPercent: 30, maxDayPercent: 60 };
  const house = new SimHouse(first, rule, () => now, broken, violate, limits);

  let open = 0;
  let newestCalled = 0;

  const write = (price: Minor, writer: string, late: boolean) => {
    say(() => `the marketplace shows ${price} by ${writer}${late ? ', late' : ''}`);
    shop.price = price;
    shop.writer = writer;
    shop.late = late;
    // A write of ours that comes after it was given up cannot be told from somebody else's.
    if (writer === 'somebody' || late) isOurs = false;
  };

  /** Puts what a transaction asks for into the queues, where jobs come late, or twice. */
  function flush(): void {
    for (const job of house.jobs.splice(0)) {
      const due = job.type === 'decide' ? 0 : Math.max((job.at ?? now) - now, 0);
      const times = goesWrong(0.05) ? 2 : 1;
      for (let n = 0; n < times; n++) {
        const delay = due + (goesWrong(0.1) ? between(1, 40) * SECOND : between(5, 200));
        after(delay, () => {
          if (job.type === 'decide') handle(() => house.decide());
          else if (job.type === 'push') push(job.id);
          else look(job.id);
        });
      }
    }
  }
  /** A transaction: done as a whole, or not at all and its job given back, to begin again from its start. */
  function handle(transaction: () => void, again = () => handle(transaction)): void {
    if (goesWrong(0.03)) {
      say(() => 'a process dies; its job comes back');
      after(between(6, 15) * SECOND, again);
      return;
    }
    transaction();
    flush();
    if (house.rule.status === 'paused' && isOurs) {
      violate('the rule gave up a price that nobody else changed');
    }
  }
  /** Goes on after a call; a process that died meanwhile does not, and its job comes back. */
  const goOn = (ms: number, again: () => void, next: () => void) => {
    after(ms, () => {
      if (goesWrong(0.04)) {
        say(() => 'a process dies after a call; its job comes back');
        after(between(6, 15) * SECOND, again);
      } else {
        next();
      }
    });
  };
  const moment = () => ({ now: new Date(now), jitter: random() });

  /** What a read of the price comes to, some time later. */
  function read(next: (shown: Minor | null) => void, again: () => void): void {
    const fails = goesWrong(0.1);
    const seenAfter = between(50, 300);
    after(seenAfter, () => {
      const shown = fails ? null : shop.price;
      goOn(between(50, 300), again, () => next(shown));
    });
  }

  function push(id: number): void {
    handle(() => {
      const claim = house.claim(id);
      if (claim === null) return;
      const again = () => push(id);
      if (!claim.readFirst || broken === 'no read-back') return send(claim);
      read((shown) => {
        const prices = { old: claim.old, new: claim.new };
        const known = shown ?? unavailable('503');
        const ending = beforeAgain(claim.progress, prices, known, moment());
        if (ending === null) send(claim);
        else settle(claim, ending.event, ending.shown);
      }, again);
    });
  }

  function send(claim: SimClaim): void {
    const { id, new: price } = claim;
    story.calls += 1;
    say(() => `update ${id} leaves with ${price}`);
    if (open > 0) violate(`two calls are under way at once: update ${id} beside another`);
    if (id < newestCalled) violate(`update ${id} leaves after the newer ${newestCalled}`);
    newestCalled = Math.max(newestCalled, id);
    const { minPrice, maxPrice, isUndo, wanted } = claim;
    if (claim.stopped) violate(`update ${id} leaves though the company stopped all prices`);
    if (!isUndo && wanted !== price)
      violate(`${price} leaves, and by then the rule wanted ${wanted}`);
    if (claim.isTooFar) violate(`${price} leaves, further than a rule may go alone`);
    if (!isUndo && (price < (minPrice ?? Infinity) || price > (maxPrice ?? Infinity))) {
      violate(`${price} leaves outside of ${minPrice} to ${maxPrice}`);
    }
    open += 1;
    const calledAt = claim.progress.callingSince!.getTime();
    let over = false;
    const end = (answer: Answer) => {
      if (over) return;
      over = true;
      open -= 1;
      answered(claim, answer);
    };
    const travels = request();
    if (travels !== null)
      after(travels, () => arrive(claim, calledAt, (ms, answer) => after(ms, () => end(answer))));
    after(CALL_LIMIT_MS, () => end({ kind: 'failed', failure: unavailable('timeout') }));
  }

  /** How long a request travels; null: it is lost. */
  function request(): number | null {
    if (!isChaos()) return between(50, 400);
    const fate = random();
    if (fate < 0.04) return null;
    if (fate < 0.08) return between(2, 9) * SECOND;
    if (hasLateWrites && fate < 0.12) return between(11, 40) * SECOND;
    return between(50, 400);
  }

  /** A request is worked; its answer comes after `reply`'s milliseconds, or is lost. */
  function arrive(
    claim: SimClaim,
    calledAt: number,
    reply: (ms: number, answer: Answer) => void,
  ): void {
    const price = claim.new;
    const by = `update ${claim.id}`;
    const work = () => write(price, by, now - calledAt > CALL_LIMIT_MS);
    const answer = (said: Answer) => {
      if (!goesWrong(0.08)) reply(between(30, 300), said);
    };
    const fate = isChaos() ? random() : 1;
    if (fate < 0.05) {
      const failure = { kind: 'rate_limited', code: '429', message: '', retryAfterMs: 3_000 };
      answer({ kind: 'failed', failure });
    } else if (fate < 0.11) {
      if (fate < 0.07) work();
      answer({ kind: 'failed', failure: unavailable('500') });
    } else if (fate < 0.13) {
      answer({ kind: 'rejected', code: 'locked', message: '' });
    } else if (fate < 0.15) {
      answer({ kind: 'ignored', price: shop.price, code: 'same', message: '' });
    } else if (fate < 0.2) {
      after(between(1, 9) * SECOND, work);
      answer({ kind: 'accepted' });
    } else {
      work();
      if (hasLateWrites && goesWrong(0.04)) {
        after(between(1, 30) * SECOND, () => write(price, by, true));
      }
      answer({ kind: 'confirmed', price });
    }
  }

  function answered(claim: SimClaim, answer: Answer): void {
    const again = () => push(claim.id);
    goOn(between(1, 20), again, () => {
      const ending = afterAnswer(claim.progress, answer, claim.new, moment());
      if (ending !== 'unanswered') return settle(claim, ending.event, ending.shown);
      const failure = answer.kind === 'failed' ? answer.failure : unavailable('timeout');
      if (broken === 'no read-back') {
        const event = {
          type: 'failed_for_now',
          at: new Date(now),
          failure,
          retryAfterMs: null,
        } as const;
        return settle(claim, { ...event, jitter: random() }, null);
      }
      read((shown) => {
        const prices = { old: claim.old, new: claim.new };
        const told = afterUnanswered(claim.progress, prices, failure, shown, moment());
        settle(claim, told.event, told.shown);
      }, again);
    });
  }

  function settle({ id, version }: SimClaim, event: UpdateEvent, shown: Minor | null): void {
    handle(
      () => {
        say(() => `update ${id} (${version}): ${event.type}`);
        house.settle(id, version, event, shown);
      },
      () => push(id),
    );
  }

  function look(id: number): void {
    const update = house.updates[id - 1]!;
    const { version, progress } = update;
    const due = lookDue(progress);
    if (progress.state !== 'sent' || due === null) return;
    if (due.getTime() > now) {
      after(due.getTime() - now, () => look(id));
      return;
    }
    const again = () => look(id);
    const prices = { old: update.old_price, new: update.new_price };
    const done = (event: UpdateEvent, shown: Minor | null) =>
      handle(() => {
        say(() => `update ${id} (${version}), seen: ${event.type}`);
        house.settle(id, version, event, shown);
      }, again);
    if (broken === 'no read-back') {
      done({ type: 'again' }, null);
      return;
    }
    read((shown) => {
      const { jitter } = moment();
      if (shown === null) {
        const failure = unavailable('503');
        return done(afterFailedLook(progress, failure, new Date(now)), null);
      }
      done(afterLook(progress, prices, shown, new Date(now), jitter), shown);
    }, again);
  }

  /** A look at the market, asked for by a notification or by its turn; some are lost, late or doubled. */
  function lookAtMarket(): void {
    if (goesWrong(0.2)) return;
    const times = goesWrong(0.1) ? 2 : 1;
    for (let n = 0; n < times; n++) {
      after(goesWrong(0.1) ? between(2, 30) * SECOND : between(20, 400), () => {
        const observedAt = new Date(now);
        after(between(20, 200), () => {
          const best = Math.min(...rivals);
          const status = shop.price <= best ? 'WINNING' : 'LOSING';
          const market: Market = {
            observedAt,
            buybox: { status, winnerSellerId: null, priceToWin: null, reason: null },
            offers: rivals.map((price, place) =>
              rival(`R${place}`, price, { position: place + 1 }),
            ),
          };
          const [own, seen] = [shop.price, rivals.join()];
          after(goesWrong(0.1) ? between(1, 20) * SECOND : between(5, 100), () =>
            handle(() => house.record(market, seen, own)),
          );
        });
      });
    }
  }

  function somebody(): void {
    const act = actOf(random);
    say(() => `somebody ${act}`);
    if (act === 'changes the price elsewhere') write(between(7_500, 12_500), 'somebody', false);
    else does(act, house, between);
    flush();
  }

  // The minutes of chaos.
  for (let at = 0; at < CHAOS_MS; at += between(2, 30) * SECOND) {
    after(at, () => {
      rivals[between(0, 1)] = between(7_800, 12_200);
      say(() => `rivals at ${rivals.join(' and ')}`);
      lookAtMarket();
    });
  }
  for (let at = between(5, 90) * SECOND; at < CHAOS_MS; at += between(5, 60) * SECOND)
    after(at, somebody);
  // The turns that go on: looks at the market, and the repair of what got lost.
  const turn = () => {
    handle(() => house.reconcile());
    lookAtMarket();
    const isBusy = house.active().some((each) => each.progress.state !== 'pending') || open > 0;
    const isCalm = now - START > CHAOS_MS + 10 * MINUTE && !isBusy;
    if (!isCalm && now - START < END_MS) after(isChaos() ? MINUTE : 3 * MINUTE, turn);
  };
  turn();
  after(CHAOS_MS, () => {
    house.stopped = false;
    house.jobs.push({ type: 'decide' });
    flush();
  });

  for (let next = timeline.next(); next && !story.violation; next = timeline.next()) {
    now = next.at;
    try {
      next.run();
    } catch (error) {
      violate(`the walk is lost: ${String(error)}`);
    }
  }
  story.updates = house.updates.length;
  const fault = story.violation === null ? faultAtEnd(house, shop) : null;
  if (fault !== null) violate(fault);
  return story;
}
