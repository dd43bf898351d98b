import type { PriceUpdate } from '@primazia/backend/pricing/contract';
import { codeText } from '@primazia/kit';

type Translate = Parameters<typeof codeText>[0];
type Failure = NonNullable<PriceUpdate['failure']>;

/** Why an update failed: what else changes the price, where that is known, else what the marketplace's code says. */
export const failureText = (t: Translate, { code, message, mover }: Failure): string =>
  mover === null ? codeText(t, code, {}, message) : t(`update.moved_by.${mover}`, {});
