import { knownOf } from '@primazia/backend/kernel/open-enum';
import type { PriceMark, UpdateState } from '@primazia/backend/pricing/contract';
import type { Format } from '@primazia/kit';
import type { PinTone, TimelinePin } from '@primazia/kit/chart';

const TONES: Readonly<Record<UpdateState, PinTone>> = {
  applied: 'done',
  undone: 'closed',
  canceled: 'closed',
  rejected: 'closed',
  error: 'closed',
  pending: 'open',
  sent: 'open',
  retry: 'open',
};

/** Price updates as pins, each at the price that it asked for. */
export const pinsOf = (
  marks: readonly PriceMark[],
  currencyCode: string,
  format: Pick<Format, 'money'>,
  stateText: (state: PriceMark['state']) => string,
): TimelinePin[] =>
  marks.map(({ id, at, newPrice, oldPrice, state }) => ({
    id,
    at,
    price: newPrice,
    tone: knownOf(TONES, state) ?? 'closed',
    text: `${format.money(oldPrice, currencyCode)} → ${format.money(newPrice, currencyCode)}`,
    state: stateText(state),
  }));
