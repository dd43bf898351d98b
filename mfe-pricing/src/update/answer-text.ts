import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { failureText } from './failure-text.ts';

type Translate = Parameters<typeof failureText>[0];

/** The marketplace's answer to an update, in a few words. */
export function answerText(
  t: Translate,
  { state, failure }: Pick<PriceUpdate, 'state' | 'failure'>,
): string {
  if (failure !== null) return failureText(t, failure);
  switch (state) {
    case 'applied':
    case 'undone':
      return t('update.answer.shows', {});
    case 'sent':
      return t('update.answer.waits', {});
    default:
      return t('update.answer.none', {});
  }
}
