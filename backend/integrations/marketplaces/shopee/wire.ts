// What Shopee sends, as far as the product reads it. Decoding is tolerant on purpose: ids and amounts come as numbers or as
// text, and the published samples have dashes where values belong.
import * as z from 'zod';
import { Key, listOf, maybe, Numeric, readableOf, Text } from '../../../kernel/lenient.ts';

/** A boolean, which some answers write as text. */
const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** Digits: any other id cannot be asked for. */
const Id = Key.pipe(z.string().regex(/^\d{1,19}$/));

/** The answer of both ways to get a token. */
export const Token = z.object({
  access_token: Text,
  refresh_token: Text,
  /** Seconds by the documentation's text, the instant in seconds since 1970 by its sample. */
  expire_in: maybe(Numeric),
  shop_id_list: listOf(Id),
});
export type Token = z.infer<typeof Token>;

export const ShopInfo = z.object({
  shop_name: maybe(Text),
  region: maybe(Text),
  /** Seconds since 1970. */
  expire_time: maybe(Numeric),
  is_cb: maybe(Flag),
  is_sip: maybe(Flag),
});
export type ShopInfo = z.infer<typeof ShopInfo>;

export const ItemPage = z.object({
  // A page without any item has no list.
  item: maybe(readableOf(z.object({ item_id: Id }))),
  has_next_page: maybe(Flag),
  next_offset: maybe(Numeric),
});

const Price = z.object({
  currency: maybe(Text),
  original_price: maybe(Numeric),
  current_price: maybe(Numeric),
});

const Stock = z.object({
  summary_info: maybe(z.object({ total_available_stock: maybe(Numeric) })),
});

export const Item = z.object({
  item_id: Id,
  item_name: maybe(Text),
  item_sku: maybe(Text),
  item_status: maybe(Text),
  condition: maybe(Text),
  has_model: maybe(Flag),
  gtin_code: maybe(Text),
  brand: maybe(z.object({ original_brand_name: maybe(Text) })),
  price_info: listOf(Price),
  image: maybe(z.object({ image_url_list: listOf(Text) })),
  stock_info_v2: maybe(Stock),
  logistic_info: listOf(z.object({ enabled: maybe(Flag), is_free: maybe(Flag) })),
  is_fulfillment_by_shopee: maybe(Flag),
});
export type Item = z.infer<typeof Item>;

/** Unreadable entries are left out, and so missing among the requested ones. */
export const Items = z.object({ item_list: readableOf(Item) });

export const Model = z.object({
  model_id: Id,
  model_sku: maybe(Text),
  model_status: maybe(Text),
  tier_index: listOf(Numeric),
  gtin_code: maybe(Text),
  price_info: listOf(Price),
  stock_info_v2: maybe(Stock),
});
export type Model = z.infer<typeof Model>;

export const Models = z.object({
  tier_variation: listOf(
    z.object({
      name: maybe(Text),
      option_list: listOf(
        z.object({ option: maybe(Text), image: maybe(z.object({ image_url: maybe(Text) })) }),
      ),
    }),
  ),
  model: readableOf(Model),
});
export type Models = z.infer<typeof Models>;

export const Promotions = z.object({
  success_list: readableOf(
    z.object({
      item_id: Id,
      promotion: listOf(z.object({ model_id: maybe(Id), promotion_staging: maybe(Text) })),
    }),
  ),
});
export type Promotions = z.infer<typeof Promotions>;

/** The outcome of each price: for an item without models the answer names none. */
export const UpdatedPrices = z.object({
  success_list: listOf(z.object({ model_id: maybe(Id), original_price: maybe(Numeric) })),
  failure_list: listOf(z.object({ model_id: maybe(Id), failed_reason: maybe(Text) })),
});
export type UpdatedPrices = z.infer<typeof UpdatedPrices>;

export const Diagnoses = z.object({
  success_item_list: readableOf(
    z.object({
      item_id: Id,
      quality_level: maybe(Numeric),
      unfinished_task: listOf(z.object({ issue_type: Numeric, suggestion: maybe(Text) })),
    }),
  ),
});

const Data = z.object({
  item_id: maybe(Id),
  model_id: maybe(Id),
  ordersn: maybe(Text),
  order_sn: maybe(Text),
  shop_id: maybe(Id),
  shop_id_list: listOf(Id),
  shop_expire_soon: listOf(Id),
});

/** A lost push has its data as text. */
const DataOrText = z.preprocess((data) => {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}, maybe(Data));

export const Push = z.object({
  code: Numeric,
  shop_id: maybe(Id),
  /** Seconds since 1970. */
  timestamp: Numeric,
  data: DataOrText,
});
export type Push = z.infer<typeof Push>;

export const LostPushes = z.object({
  /** Null: one that cannot be understood. */
  push_message_list: z.array(Push.nullable().catch(null)).catch([]),
  has_next_page: maybe(Flag),
  last_message_id: maybe(Id),
});

/** An answer that only says that the call succeeded. */
export const Confirmed = z.unknown();
