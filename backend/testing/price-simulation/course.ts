import { dice, type Story } from './story.ts';
import { Timeline } from './timeline.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

const START = Date.UTC(2026, 4, 4, 12);
export const CHAOS_MS = 12 * MINUTE;

/** The state of a simulated run: its time, its random numbers, and its recorded lines. */
export class Course {
  /** In milliseconds since 1970. */
  now = START;
  readonly story: Story;
  /** From 0 up to 1. */
  readonly random: () => number;
  private readonly timeline = new Timeline();

  constructor(
    seed: number,
    private readonly keep: boolean,
  ) {
    this.story = { seed, violation: null, calls: 0, updates: 0, lines: [] };
    this.random = dice(seed);
  }

  /** Since the beginning, in milliseconds. */
  get passed(): number {
    return this.now - START;
  }

  isChaos(): boolean {
    return this.passed < CHAOS_MS;
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.random() * (high - low + 1));
  }

  goesWrong(share: number): boolean {
    return this.isChaos() && this.chance(share);
  }

  after(ms: number, run: () => void): void {
    this.timeline.add(this.now + ms, run);
  }

  say(what: () => string): void {
    if (this.keep) this.story.lines.push(`${(this.passed / SECOND).toFixed(3)} s  ${what()}`);
  }

  violate(what: string): void {
    this.say(() => `VIOLATION ${what}`);
    this.story.violation ??= what;
  }

  /** Processes all events, until none is left or an invariant is violated. */
  run(): void {
    const { timeline, story } = this;
    for (let next = timeline.next(); next && !story.violation; next = timeline.next()) {
      this.now = next.at;
      try {
        next.run();
      } catch (error) {
        this.violate(`the walk is lost: ${String(error)}`);
      }
    }
  }
}
