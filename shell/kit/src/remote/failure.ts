import type { RemoteModule } from './registry.ts';

/**
 * Why a module is not available. `down`: it could not be fetched. `slow`: it did not load in time. `broken`: fetched,
 * and not working. `too-new`: made for another kit than the one that runs. `tampered`: not the bytes that were
 * deployed.
 */
export type LoadFailure = 'down' | 'slow' | 'broken' | 'too-new' | 'tampered';

type Named = Pick<RemoteModule, 'name' | 'version' | 'build'>;

/** A module that could not be loaded. */
export class RemoteError extends Error {
  readonly failure: LoadFailure;
  readonly module: Named;

  constructor(failure: LoadFailure, module: Named, message: string, cause?: unknown) {
    super(`${module.name} ${module.version} (${module.build}): ${message}`, { cause });
    this.name = 'RemoteError';
    this.failure = failure;
    this.module = module;
  }
}
