// The walk of one listing's price in memory: what reprice.ts, push.ts and actions.ts of updates do with rows and
// transactions, done with objects, by the same pure decisions. A transaction is a function that runs to its end.
import type { Market } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import { decide } from '../../pricing/engine/decide.ts';
import type { Decision, ListingFacts, Rule } from '../../pricing/engine/types.ts';
import { type MoveLimits, mayLeave, type RecentPrices } from '../../pricing/safety/engine/guard.ts';
import {
  type Dismissal,
  isOver,
  proposalMark,
  staying,
  unwanted,
} from '../../pricing/updates/engine/dismissals.ts';
import {
  boundsOf,
  guarded,
  isTaken,
  isUnwantedNow,
  readyToCall,
  replacedPrice,
  saysSame,
  stillHolds,
  type UpdateTerms,
  wantsChange,
} from '../../pricing/updates/engine/push-policy.ts';
import {
  advance,
  isInFlight,
  isWaiting,
  type Progress,
  type UpdateEvent,
} from '../../pricing/updates/engine/state-machine.ts';
import type { Broken } from './story.ts';

export interface SimUpdate extends UpdateTerms {
  id: number;
  version: number;
  progress: Progress;
  /** In which circumstances it was proposed. */
  mark: string;
}

export interface SimClaim {
  id: number;
  version: number;
  progress: Progress;
  old: Minor;
  new: Minor;
  readFirst: boolean;
  minPrice: Minor | null;
  maxPrice: Minor | null;
  isUndo: boolean;
  /** Only the rule wanted it, and it exceeds the company's limit of changes without approval. */
  isTooFar: boolean;
  /** What the rule wanted, and whether the switch was thrown, in the moment of the claim. */
  wanted: Minor | null;
  stopped: boolean;
}

/** What the product has to have done once a transaction is through. */
export type SimJob =
  | { type: 'push'; id: number; at: number | null }
  | { type: 'look'; id: number; at: number | null }
  | { type: 'decide' };

const LISTING: Omit<ListingFacts, 'price' | 'lastSetPrice'> = {
  shippingPrice: 0,
  currencyCode: 'BRL',
  marketplaceId: 2,
  status: 'ENABLED',
  stock: 5,
  promotionStatus: 'none',
  condition: 'new',
  costs: null,
  acos: null,
  roas: null,
};

export class SimulationContext {
  price: Minor;
  priceAt = 0;
  lastSet: Minor | null = null;
  dismissal: Dismissal | null = null;
  ruleVersion = 1;
  rule: Rule;
  stopped = false;
  market: { market: Market; fingerprint: string } | null = null;
  readonly updates: SimUpdate[] = [];
  readonly jobs: SimJob[] = [];
  /** The prices between which we moved the listing since a person last wanted one; a story is shorter than a day. */
  private day: Minor[] = [];
  /** A price that an undo or a person's no keeps from being proposed, for the check of exactly that. */
  spurned: Dismissal | null = null;

  constructor(
    price: Minor,
    rule: Rule,
    private readonly now: () => number,
    private readonly broken: Broken | null,
    private readonly violate: (what: string) => void,
    readonly limits: MoveLimits,
  ) {
    this.price = price;
    this.rule = rule;
  }

  get mark(): string {
    return proposalMark(this.market?.fingerprint ?? null, 1, this.ruleVersion);
  }

  private recent(): RecentPrices {
    const prices = [...this.day, this.price];
    return { present: this.price, lowest: Math.min(...prices), highest: Math.max(...prices) };
  }

  /** The engine's decision after the company's limits of price changes. */
  decideGuarded(edited = false): Decision {
    const decision = this.ask(edited);
    if (this.broken === 'any move') return decision;
    return guarded(decision, this.recent(), this.limits).decision;
  }

  /** Computed independently from the recorded events, by the simplest code. */
  private goesTooFar(update: SimUpdate): boolean {
    const { price, day } = this;
    const to = update.new_price;
    if (update.decided_by !== null || to === price) return false;
    const share = (from: Minor) => Math.abs(to - from) / from;
    const farEnd = to < price ? Math.max(price, ...day) : Math.min(price, ...day);
    const { maxStepPercent, maxDayPercent } = this.limits;
    return share(price) > maxStepPercent / 100 + 1e-9 || share(farEnd) > maxDayPercent / 100 + 1e-9;
  }

  ask(edited = false): Decision {
    const facts = { ...LISTING, price: this.price, lastSetPrice: this.lastSet };
    const circumstances = {
      stopsPriceChanges: this.stopped,
      staleMarketHours: 24,
      smallestRisePercent: 0,
      ruleEdited: edited,
    };
    const now = new Date(this.now());
    return decide(facts, this.rule, this.market?.market ?? null, null, now, circumstances);
  }

  active(): SimUpdate[] {
    return this.updates.filter(({ progress: { state } }) => state === 'sent' || isWaiting(state));
  }

  private move(update: SimUpdate, event: UpdateEvent): void {
    update.progress = advance(update.progress, event);
    update.attempts = update.progress.attempts;
    update.version += 1;
  }

  decide(edited = false): void {
    const active = this.active();
    const isBusy = (each: SimUpdate) => isTaken(each, each.progress, this.price);
    if (
      this.broken === 'two in flight'
        ? active.some((each) => each.reverts !== null)
        : active.some(isBusy)
    )
      return;
    const waiting = active.find((each) => isWaiting(each.progress.state)) ?? null;
    const decision = this.decideGuarded(edited);
    if (decision.outcome === 'PAUSE_RULE') {
      this.rule = { ...this.rule, status: 'paused' };
      this.ruleVersion += 1;
      if (waiting !== null) this.move(waiting, { type: 'superseded' });
      return;
    }
    const { mark } = this;
    const wants =
      this.broken === 'no memory'
        ? decision.price !== null
        : wantsChange(decision, this.dismissal, this.price, mark);
    const stays =
      wants &&
      waiting !== null &&
      saysSame(waiting, waiting.progress, decision, this.price, {
        id: 1,
        version: this.ruleVersion,
      });
    if (waiting !== null && !stays) this.move(waiting, { type: 'superseded' });
    if (wants && !stays && decision.price !== null) this.propose(decision, decision.price, mark);
    if (this.dismissal !== null && isOver(this.dismissal, mark)) this.dismissal = null;
    if (this.spurned !== null && isOver(this.spurned, mark)) this.spurned = null;
  }

  private propose(decision: Decision, price: Minor, mark: string): void {
    const { spurned } = this;
    if (spurned !== null && !isOver(spurned, mark)) {
      const again = spurned.mark === mark ? spurned.price === price : spurned.price === this.price;
      if (again) this.violate(`a price that a person took back is proposed again: ${price}`);
    }
    this.insert(price, decision.state === 'sent' ? 'sent' : 'pending', mark, null, null);
  }

  private insert(
    price: Minor,
    state: 'sent' | 'pending',
    mark: string,
    reverts: number | null,
    decidedBy: number | null,
  ): void {
    const id = this.updates.length + 1;
    this.updates.push({
      id,
      version: 1,
      rule_id: 1,
      rule_version: this.ruleVersion,
      old_price: this.price,
      new_price: price,
      attempts: 0,
      reverts,
      decided_by: decidedBy,
      mark,
      progress: {
        state,
        attempts: 0,
        nextAttemptAt: null,
        callingSince: null,
        trace: null,
        failure: null,
      },
    });
    if (state === 'sent') this.jobs.push({ type: 'push', id, at: null });
  }

  /** The transaction before a call; null: nothing may be sent for this update now. */
  claim(id: number): SimClaim | null {
    const update = this.updates[id - 1]!;
    const ready = readyToCall(update.progress, new Date(this.now()));
    if (ready === 'read_back') this.jobs.push({ type: 'look', id, at: null });
    if (typeof ready === 'string') return null;
    const rule = { id: 1, version: this.ruleVersion };
    const { minPrice, maxPrice } = this.rule;
    const any = { maxStepPercent: 1_000_000, maxDayPercent: 1_000_000 };
    const limits = this.broken === 'any move' ? any : this.limits;
    const bounds = boundsOf(update, { minPrice, maxPrice, recent: this.recent(), limits });
    const holds =
      this.broken === 'sent blindly' ||
      (!this.stopped && stillHolds(update, rule, this.ask(), this.price, bounds));
    if (!holds) {
      this.move(update, { type: 'superseded' });
      this.decide();
      return null;
    }
    const readFirst = update.attempts > 0;
    const old = replacedPrice(update, this.price);
    const wanted = old === this.price ? this.ask().price : update.new_price;
    const stopper = mayLeave(update.new_price, bounds);
    const isThere = readFirst && update.new_price === this.price;
    if (stopper !== null && !isThere && this.broken === null)
      this.violate(`the guard had to stop it: ${stopper}`);
    const isTooFar = this.goesTooFar(update);
    update.progress = advance(ready, { type: 'call', at: new Date(this.now()) });
    update.attempts = update.progress.attempts;
    update.old_price = old;
    update.version += 1;
    const { version, progress } = update;
    const isUndo = update.reverts !== null;
    return {
      id,
      version,
      progress,
      old,
      new: update.new_price,
      readFirst,
      minPrice,
      maxPrice,
      isUndo,
      isTooFar,
      wanted,
      stopped: this.stopped,
    };
  }

  /** The transaction after a call; one with an older version is too late. */
  settle(id: number, version: number, event: UpdateEvent, shown: Minor | null): void {
    const update = this.updates[id - 1]!;
    if (update.version !== version && this.broken !== 'no fence') return;
    this.move(update, event);
    const { state, nextAttemptAt, failure } = update.progress;
    const at = nextAttemptAt?.getTime() ?? null;
    if (state === 'retry') this.jobs.push({ type: 'push', id, at });
    else if (state === 'sent') this.jobs.push({ type: at === null ? 'push' : 'look', id, at });
    else {
      if (state === 'applied') {
        this.see(update.new_price);
        this.day =
          update.decided_by === null ? [...this.day, update.old_price, update.new_price] : [];
        this.lastSet = update.new_price;
        if (update.reverts !== null)
          this.move(this.updates[update.reverts - 1]!, { type: 'undo_confirmed' });
      } else {
        if (shown !== null) this.see(shown);
        if (isUnwantedNow(update, failure))
          this.dismissal = this.spurned = unwanted(update.new_price, this.markOf(update));
      }
      this.jobs.push({ type: 'decide' });
    }
  }

  private markOf(update: SimUpdate): string {
    return proposalMark(this.market?.fingerprint ?? null, 1, update.rule_version);
  }

  private see(price: Minor): void {
    this.price = price;
    this.priceAt = this.now();
  }

  /** Records a poll of the market; one that began before the last price was written does not contain it. */
  record(market: Market, fingerprint: string, own: Minor): void {
    const before = this.market;
    if (before !== null && market.observedAt < before.market.observedAt) return;
    const isNews = this.priceAt <= market.observedAt.getTime() && own !== this.price;
    if (isNews) this.see(own);
    this.market = { market, fingerprint };
    const status = before?.market.buybox.status;
    if (isNews || before?.fingerprint !== fingerprint || status !== market.buybox.status) {
      this.jobs.push({ type: 'decide' });
    }
  }

  approve(): void {
    const pending = this.updates.find((each) => each.progress.state === 'pending');
    if (pending === undefined || this.active().some((each) => isInFlight(each.progress.state)))
      return;
    const { version } = pending;
    this.decide();
    if (pending.progress.state !== 'pending' || pending.version !== version) return;
    pending.decided_by = 1;
    this.move(pending, { type: 'approve' });
    this.jobs.push({ type: 'push', id: pending.id, at: null });
  }

  cancel(): void {
    const waiting = this.active().find((each) => isWaiting(each.progress.state));
    if (waiting === undefined || this.active().some((each) => isInFlight(each.progress.state)))
      return;
    this.move(waiting, { type: 'cancel' });
    if (waiting.reverts === null) {
      this.dismissal = this.spurned = unwanted(waiting.new_price, this.markOf(waiting));
    }
  }

  undo(): void {
    const newest = this.updates.findLast(
      (each) => each.progress.state === 'applied' && each.reverts === null,
    );
    const active = this.active();
    if (newest === undefined || this.stopped) return;
    if (active.some((each) => isInFlight(each.progress.state) || each.reverts !== null)) return;
    for (const each of active) this.move(each, { type: 'superseded' });
    this.insert(newest.old_price, 'sent', this.mark, newest.id, 1);
    this.dismissal = this.spurned = staying(newest.old_price, this.mark);
  }

  edit(change: Partial<Rule>): void {
    const enabled = change.status === 'enabled' && this.rule.status !== 'enabled';
    this.rule = { ...this.rule, ...change };
    this.ruleVersion += 1;
    for (const each of this.active()) {
      if (isWaiting(each.progress.state) && each.reverts === null)
        this.move(each, { type: 'superseded' });
    }
    if (enabled) this.lastSet = null;
    this.decide(true);
  }

  /** Returns jobs without a living worker to their queues. */
  reconcile(): void {
    const now = this.now();
    for (const { id, progress } of this.active()) {
      const { state, nextAttemptAt, callingSince } = progress;
      if (state === 'pending') continue;
      const due = nextAttemptAt !== null && nextAttemptAt.getTime() <= now;
      if (callingSince !== null) {
        if (due || (nextAttemptAt === null && callingSince.getTime() <= now - 12_000)) {
          this.jobs.push({ type: 'look', id, at: null });
        }
      } else if (due || nextAttemptAt === null) this.jobs.push({ type: 'push', id, at: null });
    }
  }
}
