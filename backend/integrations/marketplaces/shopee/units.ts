// Units, which have a price: an item without models, or each model of one that has some.
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure } from '../../answers.ts';
import type { CallFailure } from '../../marketplace.ts';

/** One unit; `modelId` null: the item itself. */
export interface Unit {
  itemId: string;
  modelId: string | null;
}

const CODE = /^(\d{1,19})(?:\.(\d{1,19}))?$/;
/** How the API names the only model of an item without models. */
export const NO_MODEL = '0';

/** The code by which the product knows a unit: `item` or `item.model`. */
export const codeOf = ({ itemId, modelId }: Unit): string =>
  modelId === null || modelId === NO_MODEL ? itemId : `${itemId}.${modelId}`;

/** The unit of a code; a failure where it cannot be one of Shopee's. */
export function unitOf(code: string): Result<Unit, CallFailure> {
  const [, itemId, modelId = null] = CODE.exec(code) ?? [];
  return itemId === undefined
    ? fail(failure('not_found', 'not_an_item', 'This is no code of an item'))
    : ok({ itemId, modelId });
}
