import type { PriceMark } from '@primazia/backend/pricing/contract';
import type { PinTone } from '@primazia/kit/chart';

const OPEN: ReadonlySet<string> = new Set(['pending', 'sent', 'retry']);

/** The tone of an own price update; a state that is newer than this page counts as without effect. */
export const toneOf = (state: PriceMark['state']): PinTone =>
  state === 'applied' ? 'done' : OPEN.has(state) ? 'open' : 'closed';
