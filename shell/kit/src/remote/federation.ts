import type { ModuleFederation } from '@module-federation/enhanced/runtime';
import { diagnose } from './diagnose.ts';
import { RemoteError } from './failure.ts';
import type { RemoteModule } from './registry.ts';

type Plugin = NonNullable<Parameters<ModuleFederation['registerPlugins']>[0]>[number];
type Attempt = { module: RemoteModule; script?: HTMLScriptElement };

/** Federation's time-out for a script, in ms: longer than any of ours, so that only one applies. */
const SCRIPT_TIMEOUT_MS = 60_000;
const EXPOSED = 'module';

/** Numbers the attempts: the runtime keeps one register of names for the whole page. */
let count = 0;

/** The global variable in which a module's entry stores its container. */
const globalOf = ({ name }: RemoteModule) => name.replaceAll('-', '_');

/** Whether a file of an app could not be fetched, as opposed to one that ran and failed. */
export const isUnfetched = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'));

/** Federation wraps what a container's `init` throws, and keeps only its text. */
const isUnfetchedText = (error: unknown) =>
  /ChunkLoadError|CSS_CHUNK_LOAD_FAILED/.test(String(error));

/** Loads builds of modules with Module Federation's runtime. */
export interface Federation {
  /**
   * Runs a build's entry and gives what it exposes.
   * @throws {RemoteError} `down`, `tampered` or `broken`
   */
  load(module: RemoteModule, signal: AbortSignal): Promise<unknown>;
}

/**
 * @param instance the federation instance of the page: it knows what the page shares
 * @param fetchEntry asks for an entry whose script failed
 */
export function openFederation(instance: ModuleFederation, fetchEntry: typeof fetch): Federation {
  /** By its name in the runtime, which is unique, so that two builds of a module, or two attempts, are separate. */
  const attempts = new Map<string, Attempt>();
  /** How often an entry hung: the browser makes no other request to that address meanwhile. */
  const hung = new Map<string, number>();

  const plugin: Plugin = {
    name: 'primazia',
    createScript({ url, remoteInfo }) {
      const attempt = attempts.get(remoteInfo?.name ?? '');
      if (attempt === undefined) return;
      const { integrity } = attempt.module;
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      script.crossOrigin = 'anonymous';
      if (integrity !== null) script.integrity = integrity;
      attempt.script = script;
      return { script, timeout: SCRIPT_TIMEOUT_MS };
    },
    async loadEntryError({
      getRemoteEntry,
      origin,
      remoteInfo,
      globalLoading,
      uniqueKey,
    }): ReturnType<NonNullable<Plugin['loadEntryError']>> {
      const attempt = attempts.get(remoteInfo.name);
      if (attempt === undefined) return;
      const { module } = attempt;
      const failure = await diagnose(module, fetchEntry);
      if (failure !== null) {
        throw new RemoteError(failure, module, `its entry did not arrive from ${module.entry}`);
      }
      // The entry is available after all: retry.
      delete globalLoading[uniqueKey];
      return (await getRemoteEntry({ origin, remoteInfo })) || undefined;
    },
  };
  instance.registerPlugins([plugin]);

  function addressOf({ entry }: RemoteModule): string {
    const times = hung.get(entry);
    if (times === undefined) return entry;
    const url = new URL(entry);
    url.searchParams.set('again', String(times));
    return url.href;
  }

  return {
    async load(module, signal) {
      count += 1;
      const name = `${instance.name}#${module.name}#${module.build}#${count}`;
      const attempt: Attempt = { module };
      attempts.set(name, attempt);
      signal.addEventListener('abort', () => {
        hung.set(module.entry, (hung.get(module.entry) ?? 0) + 1);
        attempt.script?.remove();
        attempts.delete(name);
      });
      // Otherwise the runtime takes the container that another build left there for this one's.
      Reflect.set(globalThis, globalOf(module), undefined);
      instance.registerRemotes([
        {
          name,
          entry: addressOf(module),
          entryGlobalName: globalOf(module),
          // Passed to the container as its instance's version.
          version: module.version,
        },
      ]);
      try {
        return await instance.loadRemote(`${name}/${EXPOSED}`);
      } catch (error) {
        if (error instanceof RemoteError) throw error;
        const wasFetched =
          !isUnfetched(error) &&
          !isUnfetchedText(error) &&
          !String(error).includes('ScriptNetworkError');
        throw new RemoteError(wasFetched ? 'broken' : 'down', module, String(error), error);
      } finally {
        attempts.delete(name);
      }
    },
  };
}
