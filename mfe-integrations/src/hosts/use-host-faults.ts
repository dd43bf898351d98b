import { useTranslation } from '@primazia/kit';
import type { ResolverResult } from 'react-hook-form';
import { type Faults, faultsOf, type HostValues } from './host-values.ts';

/** The faults of a host's form, in the person's language; `others`: those that only one form has. */
export function useHostFaults() {
  const { t } = useTranslation();
  return (values: HostValues, others: Faults = {}): ResolverResult<HostValues> => {
    const faults = { ...others, ...faultsOf(values) };
    const errors = Object.entries(faults).map(([field, { code, value }]) => [
      field,
      { type: code, message: t(`hosts.fault.${code}`, { value }) },
    ]);
    return errors.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) };
  };
}
