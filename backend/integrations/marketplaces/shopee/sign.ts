// How calls are signed: each attempt on its own, as the time is in the signature and holds for five minutes.
// https://open.shopee.com/developer-guide/16
import type { OutgoingCall } from '../../marketplace.ts';
import { signatureOf } from '../../proof.ts';

/** How the product is registered at Shopee. */
export interface ShopeePartner {
  /** Digits. */
  partnerId: string;
  partnerKey: string;
}

/** What a call for a shop is signed with. */
export interface ShopAccess {
  accessToken: string;
  /** Digits. */
  shopId: string;
}

/** The signature of a call; `at` in whole seconds since 1970. Without a shop it is one of the application's own. */
export const callSignatureOf = (
  { partnerId, partnerKey }: ShopeePartner,
  path: string,
  at: number,
  access: ShopAccess | null,
): string =>
  signatureOf(
    partnerKey,
    partnerId,
    path,
    String(at),
    access?.accessToken ?? '',
    access?.shopId ?? '',
  );

/** What each attempt of a call carries in its query. */
export const signed =
  (
    partner: ShopeePartner,
    path: string,
    access: ShopAccess | null,
  ): NonNullable<OutgoingCall['sign']> =>
  ({ now }) => {
    const at = Math.floor(now.getTime() / 1000);
    return {
      query: {
        partner_id: partner.partnerId,
        timestamp: String(at),
        ...(access && { access_token: access.accessToken, shop_id: access.shopId }),
        sign: callSignatureOf(partner, path, at, access),
      },
    };
  };
