// The jobs of pricing, with processes that crash and jobs that are delayed or delivered twice.
import type { Minor } from '../../kernel/money.ts';
import {
  type Answer,
  afterAnswer,
  afterFailedReadBack,
  afterUnanswered,
  beforeAgain,
  readBackDue,
} from '../../pricing/updates/engine/push-policy.ts';
import {
  afterReadBack,
  CALL_LIMIT_MS,
  type UpdateEvent,
} from '../../pricing/updates/engine/state-machine.ts';
import { type Course, SECOND } from './course.ts';
import type { SimClaim, SimulationContext } from './product.ts';
import { type Shop, unavailable } from './shop.ts';
import type { Broken } from './story.ts';

/** The walk of prices from the product to the shop and back. */
export class Simulation {
  /** Calls under way. */
  private open = 0;
  private newestCalled = 0;

  constructor(
    private readonly course: Course,
    private readonly ctx: SimulationContext,
    private readonly shop: Shop,
    private readonly broken: Broken | null,
  ) {}

  isCalling(): boolean {
    return this.open > 0;
  }

  /** Puts the jobs of a transaction into the queues, which may delay or duplicate them. */
  flush(): void {
    const { course, ctx } = this;
    for (const job of ctx.jobs.splice(0)) {
      const due = job.type === 'decide' ? 0 : Math.max((job.at ?? course.now) - course.now, 0);
      const times = course.goesWrong(0.05) ? 2 : 1;
      for (let n = 0; n < times; n++) {
        const isLate = course.goesWrong(0.1);
        const delay = due + (isLate ? course.between(1, 40) * SECOND : course.between(5, 200));
        course.after(delay, () => {
          if (job.type === 'decide') this.handle(() => ctx.decide());
          else if (job.type === 'push') this.push(job.id);
          else this.poll(job.id);
        });
      }
    }
  }

  /** A transaction: committed, or rolled back with its job returned to the queue for another attempt. */
  handle(transaction: () => void, again = () => this.handle(transaction)): void {
    const { course, ctx, shop } = this;
    if (course.goesWrong(0.03)) {
      course.say(() => 'a process dies; its job comes back');
      course.after(course.between(6, 15) * SECOND, again);
      return;
    }
    transaction();
    this.flush();
    if (ctx.rule.status === 'paused' && shop.isOurs) {
      course.violate('the rule gave up a price that nobody else changed');
    }
  }

  /** Continues after a call; if the process crashed during it, its job returns to the queue. */
  private goOn(ms: number, again: () => void, next: () => void): void {
    const { course } = this;
    course.after(ms, () => {
      if (course.goesWrong(0.04)) {
        course.say(() => 'a process dies after a call; its job comes back');
        course.after(course.between(6, 15) * SECOND, again);
      } else {
        next();
      }
    });
  }

  private moment() {
    return { now: new Date(this.course.now), jitter: this.course.random() };
  }

  /** The result of a read of the price, after a delay. */
  private read(next: (shown: Minor | null) => void, again: () => void): void {
    const { course, shop } = this;
    const fails = course.goesWrong(0.1);
    course.after(course.between(50, 300), () => {
      const shown = fails ? null : shop.price;
      this.goOn(course.between(50, 300), again, () => next(shown));
    });
  }

  private push(id: number): void {
    this.handle(() => {
      const claim = this.ctx.claim(id);
      if (claim === null) return;
      const again = () => this.push(id);
      if (!claim.readFirst || this.broken === 'no read-back') return this.send(claim);
      this.read((shown) => {
        const prices = { old: claim.old, new: claim.new };
        const known = shown ?? unavailable('503');
        const ending = beforeAgain(claim.progress, prices, known, this.moment());
        if (ending === null) this.send(claim);
        else this.settle(claim, ending.event, ending.shown);
      }, again);
    });
  }

  /** Prices that must not be sent. */
  private inspect(claim: SimClaim): void {
    const { course } = this;
    const { id, new: price, minPrice, maxPrice, isUndo, wanted } = claim;
    if (this.open > 0)
      course.violate(`two calls are under way at once: update ${id} beside another`);
    if (id < this.newestCalled) {
      course.violate(`update ${id} leaves after the newer ${this.newestCalled}`);
    }
    this.newestCalled = Math.max(this.newestCalled, id);
    if (claim.stopped) course.violate(`update ${id} leaves though the company stopped all prices`);
    if (!isUndo && wanted !== price) {
      course.violate(`${price} leaves, and by then the rule wanted ${wanted}`);
    }
    if (claim.isTooFar) course.violate(`${price} leaves, further than a rule may go alone`);
    if (!isUndo && (price < (minPrice ?? Infinity) || price > (maxPrice ?? Infinity))) {
      course.violate(`${price} leaves outside of ${minPrice} to ${maxPrice}`);
    }
  }

  private send(claim: SimClaim): void {
    const { course, shop } = this;
    course.story.calls += 1;
    course.say(() => `update ${claim.id} leaves with ${claim.new}`);
    this.inspect(claim);
    this.open += 1;
    const calledAt = claim.progress.callingSince!.getTime();
    let over = false;
    const end = (answer: Answer) => {
      if (over) return;
      over = true;
      this.open -= 1;
      this.answered(claim, answer);
    };
    const travels = shop.request();
    if (travels !== null) {
      course.after(travels, () =>
        shop.arrive(claim, calledAt, (ms, answer) => course.after(ms, () => end(answer))),
      );
    }
    course.after(CALL_LIMIT_MS, () => end({ kind: 'failed', failure: unavailable('timeout') }));
  }

  private answered(claim: SimClaim, answer: Answer): void {
    const { course } = this;
    const again = () => this.push(claim.id);
    this.goOn(course.between(1, 20), again, () => {
      const ending = afterAnswer(claim.progress, answer, claim.new, this.moment());
      if (ending !== 'unanswered') return this.settle(claim, ending.event, ending.shown);
      const failure = answer.kind === 'failed' ? answer.failure : unavailable('timeout');
      if (this.broken === 'no read-back') {
        const at = new Date(course.now);
        const event = { type: 'failed_for_now', at, failure, retryAfterMs: null } as const;
        return this.settle(claim, { ...event, jitter: course.random() }, null);
      }
      this.read((shown) => {
        const prices = { old: claim.old, new: claim.new };
        const reported = afterUnanswered(claim.progress, prices, failure, shown, this.moment());
        this.settle(claim, reported.event, reported.shown);
      }, again);
    });
  }

  private settle({ id, version }: SimClaim, event: UpdateEvent, shown: Minor | null): void {
    this.handle(
      () => {
        this.course.say(() => `update ${id} (${version}): ${event.type}`);
        this.ctx.settle(id, version, event, shown);
      },
      () => this.push(id),
    );
  }

  private poll(id: number): void {
    const { course, ctx } = this;
    const update = ctx.updates[id - 1]!;
    const { version, progress } = update;
    const due = readBackDue(progress);
    if (progress.state !== 'sent' || due === null) return;
    if (due.getTime() > course.now) {
      course.after(due.getTime() - course.now, () => this.poll(id));
      return;
    }
    const again = () => this.poll(id);
    const prices = { old: update.old_price, new: update.new_price };
    const done = (event: UpdateEvent, shown: Minor | null) =>
      this.handle(() => {
        course.say(() => `update ${id} (${version}), seen: ${event.type}`);
        ctx.settle(id, version, event, shown);
      }, again);
    if (this.broken === 'no read-back') {
      done({ type: 'again' }, null);
      return;
    }
    this.read((shown) => {
      const { now, jitter } = this.moment();
      if (shown === null) done(afterFailedReadBack(progress, unavailable('503'), now), null);
      else done(afterReadBack(progress, prices, shown, now, jitter), shown);
    }, again);
  }
}
