import { type Host, HostOrigin, MAX_HOST_ORIGINS } from '@primazia/backend/identity/contract';
import type { ModuleName } from '@primazia/backend/kernel/module';

/** The form of a host. */
export interface HostValues {
  issuer: string;
  publicKey: string;
  /** `some`: the modules that are named. */
  shows: 'some' | 'all';
  modules: ModuleName[];
  /** One on each line. */
  origins: string;
}

export const EMPTY: HostValues = {
  issuer: '',
  publicKey: '',
  shows: 'some',
  modules: [],
  origins: '',
};

export const toValues = ({ issuer, modules, origins }: Host): HostValues => ({
  issuer,
  publicKey: '',
  shows: modules === null ? 'all' : 'some',
  modules: modules ?? [],
  origins: origins.join('\n'),
});

export const originsOf = (written: string): string[] => [
  ...new Set(written.split(/[\s,;]+/).filter((line) => line !== '')),
];

export const modulesOf = ({ shows, modules }: Pick<HostValues, 'shows' | 'modules'>) =>
  shows === 'all' ? null : modules;

export type Faults = Partial<Record<keyof HostValues, { code: string; value?: string }>>;

/** The faults of the fields that both forms have. */
export function faultsOf(values: HostValues): Faults {
  const origins = originsOf(values.origins);
  const wrong = origins.find((origin) => !HostOrigin.safeParse(origin).success);
  return {
    ...(values.shows === 'some' && values.modules.length === 0
      ? { modules: { code: 'modules_none' } }
      : {}),
    ...(wrong === undefined ? {} : { origins: { code: 'origin_invalid', value: wrong } }),
    ...(origins.length > MAX_HOST_ORIGINS ? { origins: { code: 'origins_many' } } : {}),
  };
}
