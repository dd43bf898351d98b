import { RemoteError } from './failure.ts';
import type { RemoteModule } from './registry.ts';

/** What stands on the page for modules to share: by scope, by package, by version. Filled by whoever shares something. */
export type ShareScopes = Record<string, Record<string, unknown>>;

/** What a built module leaves behind when its script has run (the container of module federation). */
interface Container {
  init(scope: object, initScope: unknown[], options: object): unknown;
  get(exposed: string): Promise<() => unknown>;
}

const SCOPE = 'default';
const EXPOSED = './module';

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' &&
  value !== null &&
  'init' in value &&
  typeof value.init === 'function' &&
  'get' in value &&
  typeof value.get === 'function';

/** The global variable that a module's script leaves its container in. */
const variableOf = (name: string) => name.replaceAll('-', '_');

/** Takes a module's container from where its script left it, so that another build can leave its own there. */
export function takeContainer(module: RemoteModule): Container {
  const variable = variableOf(module.name);
  const left: unknown = Reflect.get(globalThis, variable);
  Reflect.set(globalThis, variable, undefined);
  if (!isContainer(left)) throw new RemoteError('broken', module, 'its entry leaves no container');
  return left;
}

/** Whether a piece of an app could not be fetched, as against one that ran and failed. */
export const isUnfetched = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'));

/**
 * What a module exposes, after it was told what the page shares.
 * @throws {RemoteError}
 */
export async function openContainer(
  module: RemoteModule,
  container: Container,
  scopes: ShareScopes,
): Promise<unknown> {
  scopes[SCOPE] ??= {};
  const options = { version: module.version, shareScopeKeys: SCOPE };
  // As federation's own runtime hands it over: what is listed there becomes an option of the module.
  Object.defineProperty(options, 'shareScopeMap', { value: scopes, enumerable: false });
  try {
    await container.init(scopes[SCOPE], [], options);
    const make = await container.get(EXPOSED);
    return make();
  } catch (error) {
    throw new RemoteError(isUnfetched(error) ? 'down' : 'broken', module, String(error), error);
  }
}
