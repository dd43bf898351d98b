import { numberOf } from '../world/dice.ts';
import { answer, readJson, type ShopeeRoom, type ShopeeWire, wrongParameter } from './room.ts';
import { findItem, type ShopItem } from './shops.ts';

const MOST_ITEMS = 48;

/** What an item may lack, by Shopee's numbers. */
const SUGGESTIONS: readonly [issue: number, suggestion: string][] = [
  [1, 'Add at least 3 images'],
  [11, 'Add at least 3 attributes'],
  [7, 'Add at least 100 characters or 1 image for description'],
  [8, 'Add characters for name to 25~100'],
  [10, 'Add video'],
];

/** What an item lacks: the lower its health, the more. */
const missingOf = ({ product, itemId }: ShopItem) => {
  const share = 1 - (product.offers[0]?.health ?? 0);
  return SUGGESTIONS.toSorted(
    ([a], [b]) => numberOf(`${itemId}/${a}`) - numberOf(`${itemId}/${b}`),
  ).slice(0, Math.round(share * SUGGESTIONS.length));
};

function diagnosisOf(item: ShopItem) {
  const health = item.product.offers[0]?.health ?? null;
  if (health === null) return { item_id: item.itemId, quality_level: 0 };
  const missing = missingOf(item);
  if (missing.length === 0) return { item_id: item.itemId, quality_level: 3 };
  return {
    item_id: item.itemId,
    quality_level: missing.length > 2 ? 1 : 2,
    unfinished_task: missing.map(([issue_type, suggestion]) => ({ issue_type, suggestion })),
  };
}

/** `get_item_content_diagnosis_result`. */
export function mountQuality(wire: ShopeeWire, room: ShopeeRoom): void {
  wire.post('/api/v2/product/get_item_content_diagnosis_result', async (call) => {
    const ids = (await readJson(call))?.item_id_list;
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST_ITEMS)
      return wrongParameter(call, `item_id_list must have 1 to ${MOST_ITEMS} ids`);
    const found = ids.map((id: unknown) => ({
      id: Number(id),
      item: findItem(room.world(), call.get('shopId'), Number(id)),
    }));
    return answer(call, {
      success_item_list: found.flatMap(({ item }) => (item === null ? [] : [diagnosisOf(item)])),
      failure_item_list: found.flatMap(({ id, item }) =>
        item === null
          ? [{ item_id: id, failed_reason: 'Query failed due to invalid item ID.' }]
          : [],
      ),
    });
  });
}
