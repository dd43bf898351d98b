import { ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, RemoteVariation } from '../../marketplace.ts';
import { getWholeItems } from './items.ts';
import { optionsOf, priceIn } from './listings.ts';
import type { Shopee } from './requests.ts';
import { codeOf, unitOf } from './units.ts';

/** The variations of an item, each with a price of its own; none where it sells a single product. */
export async function getVariations(
  shopee: Shopee,
  session: AccountSession,
  code: string,
): Promise<Result<RemoteVariation[], CallFailure>> {
  const unit = unitOf(code);
  if (!unit.ok) return unit;
  const { itemId } = unit.value;
  const items = await getWholeItems(shopee, session, [itemId]);
  if (!items.ok) return items;
  const whole = items.value.get(itemId)!;
  if (!whole.ok) return whole;
  const { models } = whole.value;
  if (models.length < 2) return ok([]);
  return ok(
    models.map((model) => ({
      skuMarketplace: codeOf({ itemId, modelId: model.model_id }),
      sku: model.model_sku,
      attributes: Object.fromEntries(
        optionsOf(whole.value, model).map(({ name, option }, tier) => [
          name ?? `TIER_${tier + 1}`,
          option,
        ]),
      ),
      stock: model.stock_info_v2?.summary_info?.total_available_stock ?? null,
      price: priceIn(model),
    })),
  );
}
