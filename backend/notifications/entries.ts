import type { AccountConnected, AccountDisconnected } from '../catalog/contract.ts';
import type {
  MoverKind,
  PriceSwitchMoved,
  PriceUpdatesMoved,
  RulesPaused,
} from '../pricing/contract.ts';
import type { BellEvent, BellTried, Notification } from './contract.ts';

/** A bell entry to be: what it says, and what it tells of. */
export interface Entry {
  code: BellEvent;
  values: Notification['values'];
  /** The same subject rings once, however often the event is delivered. */
  subject: string;
}

/** Failures that wait in the bell and have passed by themselves. */
export interface Passed {
  codes: readonly BellEvent[];
  /** What they have to tell of, by a value that they carry; null: whatever they tell of. */
  about: { key: 'listingId' | 'accountId'; ids: readonly number[] } | null;
}

/** More than so many of a kind in one event are told in one entry. */
const MANY = 5;

type Update = PriceUpdatesMoved['updates'][number];
type PausedRule = RulesPaused['rules'][number];

/** The states that ring, and how one and many of them are told; the others come and go by themselves. */
const CODES: Partial<Record<Update['state'], { one: BellEvent; many: BellEvent }>> = {
  pending: { one: 'price_update_pending', many: 'price_updates_pending' },
  applied: { one: 'price_update_applied', many: 'price_updates_applied' },
  rejected: { one: 'price_update_rejected', many: 'price_updates_rejected' },
  error: { one: 'price_update_error', many: 'price_updates_error' },
  undone: { one: 'price_update_undone', many: 'price_updates_undone' },
};

/** The marketplace took the price, and shows another one when it is read back. */
const NOT_SHOWN = 'not_shown';

/** Who else moves the price, where that is why the marketplace refused it. */
const BY_MOVER = {
  automation: 'price_moved_by_automation',
  promotion: 'price_moved_by_promotion',
  other_tool: 'price_moved_by_other_tool',
} as const satisfies Record<MoverKind, BellEvent>;

/** What is louder than a refusal: buyers see another price than the one that was set. */
const alarmOf = ({ mover, failure }: Update): BellEvent | null => {
  if (mover !== null) return BY_MOVER[mover];
  return failure === NOT_SHOWN ? 'price_not_shown' : null;
};

const updateEntry = (code: BellEvent, update: Update): Entry => ({
  code,
  values: {
    title: update.title,
    oldPrice: update.oldPrice,
    newPrice: update.newPrice,
    currencyCode: update.currencyCode,
    failure: update.failure,
    listingId: update.listingId,
    ruleId: update.ruleId,
    updateId: update.id,
  },
  subject: `price-update:${update.id}:${update.state}`,
});

/**
 * The entries that an event about price updates rings.
 * @param occasion tells this event from others and is the same at each delivery of it
 */
export function entriesOfUpdates(event: PriceUpdatesMoved, occasion: string): Entry[] {
  const entries: Entry[] = [];
  // An undo that is applied is told by the update that it takes back, which becomes `undone`.
  const told = event.updates.filter(({ state, reverts }) => state !== 'applied' || !reverts);
  const byState = Map.groupBy(told, (update) => update.state);
  for (const [state, updates] of byState) {
    const codes = CODES[state];
    if (codes === undefined) continue;
    if (updates.length <= MANY) {
      entries.push(...updates.map((update) => updateEntry(alarmOf(update) ?? codes.one, update)));
    } else {
      entries.push({
        code: codes.many,
        values: { count: updates.length },
        subject: `price-updates:${state}:${occasion}`,
      });
    }
  }
  return entries;
}

/**
 * The entries that an event about paused rules rings. A rule that was enabled may be paused again, which is another
 * thing to tell: so the occasion stands in its subject.
 * @param occasion tells this event from others and is the same at each delivery of it
 */
export function entriesOfPauses(event: RulesPaused, occasion: string): Entry[] {
  const { rules } = event;
  if (rules.length > MANY) {
    return [
      {
        code: 'rules_paused',
        values: { count: new Set(rules.map((rule) => rule.id)).size },
        subject: `rules-paused:${occasion}`,
      },
    ];
  }
  return rules.map((rule) => pauseEntry(rule, occasion));
}

const pauseEntry = (rule: PausedRule, occasion: string): Entry => ({
  code: 'rule_paused',
  values: {
    title: rule.title,
    ruleName: rule.name,
    listingId: rule.listingId,
    ruleId: rule.id,
  },
  subject: `rule-paused:${rule.id}:${occasion}`,
});

/**
 * The entry that a move of the stop switch rings.
 * @param occasion tells this move from others and is the same at each delivery of it
 */
export function entriesOfSwitch(event: PriceSwitchMoved, occasion: string): Entry[] {
  const { stopped, by, detail } = event;
  const subject = `price-switch:${occasion}`;
  if (!stopped) return [{ code: 'prices_resumed', values: { by }, subject }];
  if (detail === null) return [{ code: 'prices_stopped', values: { by }, subject }];
  const { drops, percent, minutes } = detail;
  return [{ code: 'prices_stopped_by_breaker', values: { drops, percent, minutes }, subject }];
}

/**
 * The entry that an account rings which has to be connected anew.
 * @param occasion tells this event from others and is the same at each delivery of it
 */
export const entriesOfDisconnection = (
  { accountId, accountName }: AccountDisconnected,
  occasion: string,
): Entry[] => [
  {
    code: 'account_disconnected',
    values: { accountId, accountName },
    subject: `account-disconnected:${accountId}:${occasion}`,
  },
];

/** Of one ad: a price of it that got through, whoever sent it, shows that what kept the last one back is over. */
const OF_AN_AD: readonly BellEvent[] = [
  'price_update_rejected',
  'price_update_error',
  'price_moved_by_automation',
  'price_moved_by_promotion',
  'price_moved_by_other_tool',
  'price_not_shown',
];

/** The failures that price updates show to have passed. */
export function passedByUpdates({ updates }: PriceUpdatesMoved): Passed[] {
  const ids = updates.flatMap(({ state, listingId }) => (state === 'applied' ? [listingId] : []));
  return ids.length === 0 ? [] : [{ codes: OF_AN_AD, about: { key: 'listingId', ids } }];
}

/** Somebody has looked into what the breaker saw, and let the prices go on. */
export const passedBySwitch = ({ stopped }: PriceSwitchMoved): Passed[] =>
  stopped ? [] : [{ codes: ['prices_stopped_by_breaker'], about: null }];

/** The marketplace lets the account in again. */
export const passedByConnection = ({ accountId }: AccountConnected): Passed[] => [
  { codes: ['account_disconnected'], about: { key: 'accountId', ids: [accountId] } },
];

/** The entry that is rung by hand. */
export const entriesOfTrial = ({ level, by, mark }: BellTried): Entry[] => [
  { code: `test_${level}`, values: { by, mark }, subject: `trial:${mark}` },
];
