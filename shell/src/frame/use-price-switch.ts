import { getPriceSwitch, type PriceSwitch } from '@primazia/backend/pricing/contract';
import { useLiveRefresh, useMayWrite, useQueryCall, useSession } from '@primazia/kit';

export interface PriceSwitchNow {
  /** Undefined while it is loading, and where no company is open. */
  state: PriceSwitch | undefined;
  /** Whether the person may stop or resume prices. */
  mayMove: boolean;
}

/** Whether all price changes of the company are stopped, as it is now. */
export function usePriceSwitch(): PriceSwitchNow {
  const { companyId } = useSession();
  const { data } = useQueryCall(getPriceSwitch, {}, { enabled: companyId !== null });
  useLiveRefresh(['switch'], [getPriceSwitch]);
  return { state: companyId === null ? undefined : data, mayMove: useMayWrite() };
}
