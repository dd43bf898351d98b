// The wire format of unreported shipping. Pages of earlier versions read the amount as a number: it is 0 then, and
// `shippingReported` is false.
import { type Minor, toAmount, toMinor } from './money.ts';

/** Shipping as it is stored and travels in minor units. */
export const storedShipping = (shippingPrice: Minor | null) => ({
  shippingPrice: shippingPrice ?? 0,
  shippingReported: shippingPrice !== null,
});

/** Shipping as it travels: a decimal amount. */
export const shippingAmount = (shippingPrice: Minor | null) => ({
  shippingPrice: toAmount(shippingPrice ?? 0),
  shippingReported: shippingPrice !== null,
});

/** Received shipping, in minor units; null: not reported. */
export const shippingOf = (wire: {
  shippingPrice: number;
  shippingReported: boolean;
}): Minor | null => (wire.shippingReported ? toMinor(wire.shippingPrice) : null);
