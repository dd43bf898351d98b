import type { ModuleInfo } from '../kernel/module.ts';
import type { Registry } from './registry.ts';

/**
 * The installed modules of companies without a pin. A deployed build that is older than the declaration of API tags gets the
 * declaration of the build made with the product.
 */
export const moduleDirectory = (registry: Registry) => async (): Promise<ModuleInfo[]> =>
  await Promise.all(
    (await registry.entries(null)).map(async ({ name, labels, calls, embed }) => {
      const own = labels !== undefined && calls !== undefined ? null : await registry.own(name);
      return {
        name,
        labels: labels ?? own?.labels ?? { pt: name, en: name, es: name },
        calls: calls ?? own?.calls ?? [],
        embed: embed ?? null,
      };
    }),
  );
