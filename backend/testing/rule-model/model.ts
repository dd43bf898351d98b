// The expected behavior of a rule and its price updates, as a minimal model: one listing, one competitor, WIN by a cent.
// It is independent of the product's code. Amounts are in minor units.

export type ModelState =
  | 'pending'
  | 'sent'
  | 'retry'
  | 'applied'
  | 'rejected'
  | 'error'
  | 'canceled'
  | 'undone';

export interface ModelUpdate {
  state: ModelState;
  old: number;
  price: number;
  /** The place of the update that this one takes back, among all. */
  reverts: number | null;
  rule: number;
  ruleVersion: number;
  wanted: boolean;
  /** A person edited the rule, and this follows. */
  edited: boolean;
  /** When it was made, in milliseconds since 1970. */
  at: number;
  attempts: number;
  dueAt: number;
}

export interface ModelRule {
  /** The how-manieth rule of the listing. */
  n: number;
  version: number;
  enabled: boolean;
  min: number | null;
  max: number;
  approval: boolean;
}

/** What a user dismissed: a price, or a change of the present price; valid until something else changes. */
interface No {
  what: 'this price' | 'any change from';
  price: number;
  rule: number;
  version: number;
  competitorPrice: number;
}

/** The largest change without approval, in percent: in one step, and within a day. */
export const MODEL_LIMITS = { step: 6, day: 9 };

/** A rise by less than this percentage is not made, and this is how often the price changes. */
export const MODEL_PACE = { smallestRise: 0.3, minutes: 1, hour: 4, day: 8 };

const MINUTE = 60_000;

/** What a person did before a decision: edited the rule, or set it going. */
type Person = 'edited' | 'started' | null;

export type End = 'confirm' | 'reject' | 'ignore' | 'rate_limit';

const MAX_ATTEMPTS = 7;

export class Model {
  /** Commands that were run on it. */
  commands = 0;
  /** Whether the last approval met what the person saw. */
  approved = false;
  now = 0;
  price = 10_000;
  competitorPrice = 9_500;
  winning = false;
  rules = 0;
  rule: ModelRule | null = null;
  no: No | null = null;
  /** Whether the buybox was held at the last decision, and when it was lost since. */
  private won = false;
  private lostAt: number | null = null;
  readonly updates: ModelUpdate[] = [];
  /** The prices between which a rule moved the listing since a person last wanted one, each with its hour. */
  private moves: { hour: number; prices: number[] }[] = [];

  /** @param clock milliseconds since 1970, as the product's clock says */
  constructor(private readonly clock: () => number) {}

  active(): ModelUpdate | undefined {
    return this.updates.find(({ state }) => ['pending', 'sent', 'retry'].includes(state));
  }

  /** The update that may be undone, by its place. */
  undoable(): number | null {
    const active = this.active();
    if (active?.state === 'sent' || (active !== undefined && active.reverts !== null)) return null;
    const place = this.updates.findLastIndex(
      ({ state, reverts }) => state === 'applied' && reverts === null,
    );
    return place === -1 ? null : place;
  }

  /** The price that the rule wants instead of the present one; `byPerson`: on a user's request. */
  private wish(byPerson: boolean): number | null {
    const { rule, price, competitorPrice } = this;
    if (rule === null || !rule.enabled) return null;
    const floor = rule.min ?? Number.NEGATIVE_INFINITY;
    const inside = (amount: number) => Math.min(Math.max(amount, floor), rule.max);
    const target = competitorPrice - 1;
    // A price that wins is never lowered, unless it lies outside of the limits.
    const wish = this.winning && target < price ? inside(price) : inside(target);
    const isSmall = wish > price && wish - price < this.smallestRise();
    if (isSmall && !byPerson && price >= floor) return null;
    return wish === price ? null : wish;
  }

  protected smallestRise(): number {
    return Math.max(Math.ceil((this.price * MODEL_PACE.smallestRise) / 100), 2);
  }

  /** The times of the last day's updates that were or will be sent, the latest first. */
  private times(): number[] {
    return this.updates
      .filter(({ state, attempts }) => attempts > 0 || state === 'sent')
      .map(({ at }) => at)
      .filter((at) => at > this.clock() - 24 * 60 * MINUTE)
      .sort((one, other) => other - one);
  }

  /** Whether a price that the rule would send has to wait because of the pace. */
  protected isHeld({ min, max }: ModelRule): boolean {
    if ((min !== null && this.price < min) || this.price > max) return false;
    const times = this.times();
    const [latest] = times;
    if (this.lostAt !== null && (latest === undefined || latest < this.lostAt)) return false;
    const isWithin = (time: number | undefined, minutes: number) =>
      time !== undefined && time + minutes * MINUTE > this.clock();
    return (
      isWithin(latest, MODEL_PACE.minutes) ||
      isWithin(times[MODEL_PACE.hour - 1], 60) ||
      isWithin(times[MODEL_PACE.day - 1], 24 * 60)
    );
  }

  private hour(): number {
    return Math.floor(this.clock() / 3_600_000);
  }

  /** Whether a price exceeds the largest change without approval. */
  protected isFar(to: number): boolean {
    const { price } = this;
    const counted = this.moves.filter(({ hour }) => hour >= this.hour() - 24);
    const day = [price, ...counted.flatMap(({ prices }) => prices)];
    const end = to < price ? Math.max(...day) : Math.min(...day);
    const goes = (from: number) => (Math.abs(to - from) * 100) / from;
    return goes(price) > MODEL_LIMITS.step || goes(end) > MODEL_LIMITS.day;
  }

  /** Whether a price that the rule wants waits for a person. */
  private waits({ approval, min }: ModelRule, to: number): boolean {
    return approval || min === null || this.isFar(to);
  }

  protected isSpurned(wish: number): boolean {
    const { no, rule } = this;
    if (no === null || rule === null || !this.holdsStill(no)) return false;
    return no.what === 'this price' ? no.price === wish : no.price === this.price;
  }

  private holdsStill(no: No): boolean {
    return (
      no.rule === this.rule?.n &&
      no.version === this.rule.version &&
      no.competitorPrice === this.competitorPrice
    );
  }

  decide(person: Person = null): void {
    const { rule } = this;
    if (rule === null) return;
    const active = this.active();
    if (active !== undefined) {
      if (active.state === 'sent' || active.reverts !== null) return;
      if (active.attempts > 0 && active.price === this.price) return;
    }
    if (this.winning) this.lostAt = null;
    else if (this.won) this.lostAt = this.clock();
    this.won = this.winning;
    const edited = person === 'edited';
    const isRequested = active !== undefined && (active.edited || active.wanted);
    const byPerson = edited || (isRequested && this.wish(true) === active.price);
    const wish = this.wish(byPerson);
    const wanted = wish !== null && !this.isSpurned(wish) ? wish : null;
    const waits = wanted !== null && this.waits(rule, wanted);
    const isSame =
      !(active?.state === 'pending' && !waits) &&
      active?.price === wanted &&
      active?.old === this.price &&
      active?.rule === rule.n &&
      active.ruleVersion === rule.version;
    if (active !== undefined && !isSame) active.state = 'canceled';
    const held = !waits && person === null && this.isHeld(rule);
    if (wanted !== null && !isSame && !held) {
      const state = waits ? 'pending' : 'sent';
      this.add({ state, price: wanted, reverts: null, wanted: false, edited });
    }
    if (this.no !== null && !this.holdsStill(this.no)) this.no = null;
  }

  private add(
    update: Pick<ModelUpdate, 'state' | 'price' | 'reverts' | 'wanted' | 'edited'>,
  ): void {
    const { n, version } = this.rule ?? { n: this.rules, version: 0 };
    this.updates.push({
      ...update,
      old: this.price,
      rule: n,
      ruleVersion: version,
      at: this.clock(),
      attempts: 0,
      dueAt: 0,
    });
  }

  private cancelWaiting(): void {
    const active = this.active();
    if (active === undefined || active.state === 'sent' || active.reverts !== null) return;
    active.state = 'canceled';
  }

  create(terms: Pick<ModelRule, 'min' | 'max' | 'approval'>): void {
    this.rules += 1;
    this.rule = { ...terms, n: this.rules, version: 1, enabled: true };
    this.decide('started');
  }

  edit(terms: Pick<ModelRule, 'min' | 'max' | 'approval'>): void {
    this.change(terms);
    this.decide('edited');
  }

  private change(terms: Pick<ModelRule, 'min' | 'max' | 'approval'>): void {
    const rule = this.rule!;
    this.rule = { ...rule, ...terms, version: rule.version + 1, enabled: true };
    this.cancelWaiting();
  }

  setStatus(status: 'enabled' | 'disabled' | 'archived'): void {
    const rule = this.rule!;
    this.cancelWaiting();
    this.rule =
      status === 'archived'
        ? null
        : { ...rule, version: rule.version + 1, enabled: status === 'enabled' };
    if (status === 'enabled') this.decide('started');
  }

  see(competitor: number, price: number): void {
    this.competitorPrice = competitor;
    this.price = price;
    this.winning = price <= competitor;
    this.decide();
  }

  /** Whether the rule still wants the update that the user saw. */
  approve(): boolean {
    const seen = this.active()!;
    this.decide();
    if (this.active() !== seen) return false;
    seen.state = 'sent';
    seen.wanted = true;
    return true;
  }

  cancel(): void {
    const active = this.active()!;
    active.state = 'canceled';
    if (active.reverts === null)
      this.spurn('this price', active.price, active.rule, active.ruleVersion);
  }

  private spurn(what: No['what'], price: number, rule: number, version: number): void {
    this.no = { what, price, rule, version, competitorPrice: this.competitorPrice };
  }

  undo(terms: Pick<ModelRule, 'min' | 'max' | 'approval'> | null): void {
    const place = this.undoable()!;
    if (terms !== null) this.change(terms);
    const active = this.active();
    if (active !== undefined) active.state = 'canceled';
    const original = this.updates[place]!;
    this.add({ state: 'sent', price: original.old, reverts: place, wanted: true, edited: false });
    const { n, version } = this.rule ?? { n: -1, version: 0 };
    if (terms === null) this.spurn('any change from', original.old, n, version);
    else this.spurn('this price', original.price, n, version);
  }

  /** Sends what is due; `end` is the marketplace's outcome. Gives whether a call was made. */
  push(end: End): boolean {
    const update = this.active();
    if (update === undefined || update.state === 'pending') return false;
    if (update.state === 'retry' && update.dueAt > this.now) return false;
    if (!this.holds(update)) {
      update.state = 'canceled';
      this.decide();
      return false;
    }
    update.attempts += 1;
    // An earlier attempt, or someone else, already set this price: there is nothing to send.
    const isThere = update.attempts > 1 && this.price === update.price;
    if (!isThere) update.old = this.price === update.price ? update.old : this.price;
    this.end(update, isThere ? 'confirm' : end);
    return !isThere;
  }

  private holds(update: ModelUpdate): boolean {
    if (update.reverts !== null) return true;
    const { rule } = this;
    if (rule?.n !== update.rule || rule.version !== update.ruleVersion) return false;
    if (update.attempts > 0 && this.price === update.price) return true;
    const byPerson = update.edited || update.wanted;
    return (
      this.wish(byPerson) === update.price && (update.wanted || !this.waits(rule, update.price))
    );
  }

  private end(update: ModelUpdate, end: End): void {
    if (end === 'confirm') {
      update.state = 'applied';
      if (update.wanted) this.moves = [];
      else this.moves.push({ hour: this.hour(), prices: [update.old, update.price] });
      this.price = update.price;
      if (update.reverts !== null) this.updates[update.reverts]!.state = 'undone';
    } else if (end === 'rate_limit' && update.attempts < MAX_ATTEMPTS) {
      update.state = 'retry';
      update.dueAt = Number.POSITIVE_INFINITY;
    } else {
      update.state = end === 'rate_limit' ? 'error' : 'rejected';
      if (update.reverts === null)
        this.spurn('this price', update.price, update.rule, update.ruleVersion);
    }
    this.decide();
  }

  /** Advances the clock until every retry is due. */
  wait(): void {
    const active = this.active();
    if (active !== undefined) active.dueAt = 0;
  }
}
