import type { ModuleInfo } from '../kernel/module.ts';
import type { Registry } from './registry.ts';

/**
 * The installed modules as everybody gets them. A deployed build of before modules declared what they call counts with
 * what the build beside the product says.
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
