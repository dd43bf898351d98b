import { useTranslation } from '@primazia/kit';
import type { ResolverResult } from 'react-hook-form';
import { faultsOf, type HostValues } from './host-values.ts';

/** What is wrong with a host's form, in the person's language. */
export function useHostFaults() {
  const { t } = useTranslation();
  return (values: HostValues, missing: { issuer?: boolean } = {}): ResolverResult<HostValues> => {
    const faults = {
      ...(missing.issuer ? { issuer: { code: 'issuer_missing' } } : {}),
      ...faultsOf(values),
    };
    const errors = Object.entries(faults).map(([field, { code, value }]) => [
      field,
      { type: code, message: t(`hosts.fault.${code}`, { value }) },
    ]);
    return errors.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) };
  };
}
