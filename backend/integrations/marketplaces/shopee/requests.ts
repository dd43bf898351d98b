// Every call that the product makes, as Shopee's documentation has it.
import type { Clock } from '../../../kernel/clock.ts';
import type { AccountSession, Fetcher, OutgoingCall } from '../../marketplace.ts';
import { faultsBy } from './envelope.ts';
import { type ShopeePartner, signed } from './sign.ts';

/** All shops share the limits of the application. */
export const APPLICATION = 'application';

/** A call without the parts that all calls share. */
type ShopeeCall = Pick<OutgoingCall, 'method' | 'operation' | 'path' | 'query' | 'json'>;

/** The dependencies of calls. */
export interface Shopee {
  partner: ShopeePartner;
  fetcher: Fetcher;
  clock: Clock;
}

/** A call in the application's own name, about one seller's consent. */
export const callAsApplication = (
  { partner, fetcher, clock }: Shopee,
  request: ShopeeCall,
  signal: AbortSignal | undefined,
) =>
  fetcher({
    ...request,
    pace: APPLICATION,
    faultOf: faultsBy(clock),
    sign: signed(partner, request.path, null),
    signal,
  });

/** A call in the name of a shop. */
export const callAsShop = (
  { partner, fetcher, clock }: Shopee,
  { sellerId, accessToken, signal }: AccountSession,
  request: ShopeeCall,
) =>
  fetcher({
    ...request,
    pace: APPLICATION,
    circuit: sellerId,
    faultOf: faultsBy(clock),
    sign: signed(partner, request.path, { accessToken, shopId: sellerId }),
    signal,
  });
