import type { Minor } from '../../kernel/money.ts';
import type { Answer, FailedCall } from '../../pricing/updates/engine/push-policy.ts';
import { CALL_LIMIT_MS } from '../../pricing/updates/engine/state-machine.ts';
import { type Course, SECOND } from './course.ts';
import type { SimClaim } from './product.ts';

export const unavailable = (code: string): FailedCall => ({
  kind: 'unavailable',
  code,
  message: code,
  retryAfterMs: null,
});

/** A marketplace without compare-and-set: what buyers see, and who made it so. */
export class Shop {
  writer = 'nobody';
  late = false;
  /** The price was not changed by others. */
  isOurs = true;

  constructor(
    public price: Minor,
    private readonly course: Course,
    /** Some writes take effect long after their call timed out. */
    private readonly hasLateWrites: boolean,
  ) {}

  write(price: Minor, writer: string, late: boolean): void {
    this.course.say(() => `the marketplace shows ${price} by ${writer}${late ? ', late' : ''}`);
    this.price = price;
    this.writer = writer;
    this.late = late;
    // Our own write that takes effect after its call timed out is indistinguishable from someone else's.
    if (writer === 'somebody' || late) this.isOurs = false;
  }

  /** How long a request travels; null: it is lost. */
  request(): number | null {
    const { course } = this;
    if (!course.isChaos()) return course.between(50, 400);
    const fate = course.random();
    if (fate < 0.04) return null;
    if (fate < 0.08) return course.between(2, 9) * SECOND;
    if (this.hasLateWrites && fate < 0.12) return course.between(11, 40) * SECOND;
    return course.between(50, 400);
  }

  /** Processes a request; its answer arrives after `reply`'s milliseconds, or is lost. */
  arrive(claim: SimClaim, calledAt: number, reply: (ms: number, answer: Answer) => void): void {
    const { course } = this;
    const price = claim.new;
    const by = `update ${claim.id}`;
    const work = () => this.write(price, by, course.now - calledAt > CALL_LIMIT_MS);
    const answer = (said: Answer) => {
      if (!course.goesWrong(0.08)) reply(course.between(30, 300), said);
    };
    const fate = course.isChaos() ? course.random() : 1;
    if (fate < 0.05) {
      const failure = { kind: 'rate_limited', code: '429', message: '', retryAfterMs: 3_000 };
      answer({ kind: 'failed', failure });
    } else if (fate < 0.11) {
      if (fate < 0.07) work();
      answer({ kind: 'failed', failure: unavailable('500') });
    } else if (fate < 0.13) {
      answer({ kind: 'rejected', code: 'locked', message: '' });
    } else if (fate < 0.15) {
      answer({ kind: 'ignored', price: this.price, code: 'same', message: '' });
    } else if (fate < 0.2) {
      course.after(course.between(1, 9) * SECOND, work);
      answer({ kind: 'accepted' });
    } else {
      work();
      if (this.hasLateWrites && course.goesWrong(0.04)) {
        course.after(course.between(1, 30) * SECOND, () => this.write(price, by, true));
      }
      answer({ kind: 'confirmed', price });
    }
  }
}
