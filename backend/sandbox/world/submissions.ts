// Prices that Amazon accepts now and deals with later.
import { type Change, change, close, type Draft, need, open } from './draft.ts';
import type { Outcome, Settlement, Submission, World } from './types.ts';

/** Takes a price in, as Amazon does: it is dealt with when it falls due. */
export function submitPrice(world: World, submission: Omit<Submission, 'number'>): World {
  const { price, itemId } = submission;
  if (!Number.isSafeInteger(price) || price <= 0) throw new RangeError(`Not a price: ${price}`);
  need(world, itemId);
  const number = world.submitted + 1;
  return {
    ...world,
    submitted: number,
    submissions: [...world.submissions, { ...submission, number }],
  };
}

/** Deals with one submission: what it becomes depends on the offer as it is by then. */
function settleOne(draft: Draft, { itemId, number, price, limits, id }: Submission): void {
  const { product, offer } = need(draft.world, itemId);
  const { amazon } = offer;
  if (amazon === null) throw new RangeError(`Amazon does not know ${itemId}`);
  const become = (as: Settlement, with_: Change) => {
    change(draft, itemId, with_);
    const about = { productId: product.id, itemId, submissionId: id };
    draft.events.push({ kind: 'settled', ...about, as, at: draft.now });
  };
  if (number < amazon.settled) {
    become('superseded', {});
  } else if (offer.automated) {
    // Amazon's own automation takes precedence over the seller's price.
    become('overridden', { amazon: { ...amazon, settled: number } });
  } else {
    const { least, most } = limits ?? amazon;
    const priceFault = price < (least ?? 0) || price > (most ?? Infinity);
    const isBack = amazon.priceFault && !priceFault && offer.stock > 0;
    become(priceFault ? 'suppressed' : 'applied', {
      price,
      amazon: { ...amazon, least, most, settled: number, priceFault },
      ...(priceFault ? { status: 'paused' } : isBack ? { status: 'active' } : {}),
    });
  }
}

/** Deals with the prices that are due, in the order in which they fell due. */
export function settleDue(draft: Draft): void {
  const due = draft.world.submissions.filter((one) => one.dueAt <= draft.now);
  if (due.length === 0) return;
  const submissions = draft.world.submissions.filter((one) => one.dueAt > draft.now);
  draft.world = { ...draft.world, submissions };
  for (const one of due.sort((a, b) => a.dueAt - b.dueAt || a.number - b.number))
    settleOne(draft, one);
}

/** Deals with the prices that are due by now, and with nothing else. */
export function settle(world: World, now: number): Outcome {
  const draft = open(world, now);
  settleDue(draft);
  return close(draft);
}
