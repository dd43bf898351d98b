// Shopee's side of the sandbox as a whole: its room, its pushes, and the consents of its sellers.
import type { Codes } from '../consent/codes.ts';
import type { DeliverySettings } from '../delivery.ts';
import type { Command, Ledger } from '../ledger.ts';
import type { WorldEvent } from '../world.ts';
import {
  createPushes,
  ENDS_SOON,
  type Pushes,
  pushesOf,
  SHOP_AUTHORISED,
  SHOP_DEAUTHORISED,
} from './pushes.ts';
import { type ShopeeRoom, seconds } from './room.ts';

/** The application's id at Shopee; its key is generated with the installation. */
export const SHOPEE_PARTNER = '2000001';

const WEEK_MS = 7 * 86_400_000;

export interface ShopeeSettings {
  publicUrl: string;
  delivery: DeliverySettings;
  /** The address of pushes as it is in the console. */
  pushAddress: string;
  partnerKey: string;
  tokenSeconds: number;
  ratePerMinute: number;
}

export interface ShopeeMeans {
  ledger: Ledger;
  now(): number;
  marketNow(): number;
  limited(): boolean;
  hex(length: number): string;
  /** From 0 to 1. */
  random(): number;
  run(command: Command): void;
  codes: Codes;
}

export interface ShopeeStage {
  room: ShopeeRoom;
  pushes: Pushes;
  /** Notifies sellers of what happened. */
  notify(events: readonly WorldEvent[]): void;
  /** A seller revokes the consent: tokens become invalid at once. */
  deauthorise(shopId: number): void;
  /** The consents of these shops end within a week. */
  endSoon(shops: readonly number[]): void;
}

/** Creates Shopee's side. */
export function createShopeeStage(settings: ShopeeSettings, means: ShopeeMeans): ShopeeStage {
  const { ledger, now, marketNow, run } = means;
  const { publicUrl, tokenSeconds, ratePerMinute, partnerKey: key } = settings;
  const pushes = createPushes(
    settings.delivery,
    { address: settings.pushAddress, key },
    { now, random: means.random, onLost: (push) => run({ kind: 'shopee_lost', push }) },
  );
  const aboutShops = (code: number, shops: readonly number[], type: string) =>
    pushes.send({
      code,
      shopId: null,
      data: { shop_id: shops[0], shop_id_list: shops, authorize_type: type, extra: '', success: 1 },
    });
  return {
    room: {
      world: () => ledger.state().world,
      marketNow,
      now,
      publicUrl,
      partner: { id: SHOPEE_PARTNER, key },
      tokenSeconds,
      ratePerMinute,
      limited: means.limited,
      hex: means.hex,
      memory: () => ledger.state().shopee,
      codes: means.codes,
      run,
      onAuthorized: (shops) => aboutShops(SHOP_AUTHORISED, shops, 'shop authorization by user'),
    },
    pushes,
    notify(events) {
      for (const push of pushesOf(ledger.state().world, events, marketNow())) pushes.send(push);
    },
    deauthorise(shopId) {
      run({ kind: 'shopee_end', shopId });
      aboutShops(SHOP_DEAUTHORISED, [shopId], 'shop deauthorization by user');
    },
    endSoon: (shops) =>
      pushes.send({
        code: ENDS_SOON,
        shopId: null,
        data: {
          shop_expire_soon: shops,
          merchant_expire_soon: [],
          user_expire_soon: [],
          expire_before: seconds(now() + WEEK_MS),
          page_no: 1,
          total_page: 1,
        },
      }),
  };
}
