// In place of `@primazia/kit/remote` in the single bundle: the same words, and the modules compiled in.
import {
  createRemotes as createReal,
  type LoadedModule,
  type RemoteModule,
  type Remotes,
  type RemotesParts,
} from '../../../shell/kit/src/remote/index.ts';

export * from '../../../shell/kit/src/remote/index.ts';

const MODULES: Record<string, () => Promise<LoadedModule['lifecycles']>> = {
  'mfe-pricing': () => import('../../../mfe-pricing/src/module.tsx'),
  'mfe-integrations': () => import('../../../mfe-integrations/src/module.tsx'),
};

export function createRemotes(parts: RemotesParts): Remotes {
  return {
    ...createReal(parts),
    async load(module: RemoteModule) {
      const load = MODULES[module.name];
      if (load === undefined) throw new Error(`${module.name} is not compiled in`);
      return { module, lifecycles: await load() };
    },
  };
}
