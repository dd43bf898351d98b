// In place of `@primazia/kit/remote` in the single bundle: the same exports, with the modules compiled in.
import {
  createRemotes as createReal,
  type RemoteModule,
} from '../../../shell/kit/src/remote/index.ts';
import type { LoadedModule, Remotes, RemotesParts } from '../../../shell/kit/src/remote/remotes.ts';

export * from '../../../shell/kit/src/remote/index.ts';

export function createRemotes(parts: RemotesParts): Remotes {
  return {
    ...createReal(parts),
    async load(module: RemoteModule) {
      const lifecycles: LoadedModule['lifecycles'] = await import(
        /* webpackInclude: /\/mfe-[a-z0-9-]+\/src\/module\.tsx$/ */
        /* webpackExclude: /node_modules/ */
        `../../../${module.name}/src/module.tsx`
      );
      return { module, lifecycles };
    },
  };
}
