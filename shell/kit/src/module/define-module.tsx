import { useQueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  type AnyRouter,
  createMemoryHistory,
  createRouter,
  type ErrorComponentProps,
  type Router,
  type RouterHistory,
  useRouter,
} from '@tanstack/react-router';
import * as React from 'react';
import { flushSync } from 'react-dom';
import * as ReactDOMClient from 'react-dom/client';
import type { AppProps, LifeCycleFn } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import type { Api } from '../api/api.ts';
import type { Kit } from '../context/kit-context.ts';
import { isAllHere } from '../deferred/deferred.tsx';
import { fetchTexts, type Language, openLanguage, type Texts } from '../i18n/i18n.ts';
import { ErrorState } from '../states/states.tsx';
import { afterPaint } from './after-paint.ts';
import type { Embed } from './embedding.ts';
import { scopeHistory } from './history.ts';
import { BrokenModule, ModuleRoot } from './module-root.tsx';
import { gateFor } from './server-gate.tsx';

/** What the shell gives to a module when it mounts it (single-spa's custom props). */
export interface ModuleProps extends Kit {
  domElement: HTMLElement;
  /** The shell's one history; the module gets a view of it. */
  history: RouterHistory;
  /** Called for each page of the module that threw while rendering; the kit shows the error. */
  broke?: ((error: unknown) => void) | undefined;
}

export interface ModuleDefinition<Tree extends AnyRoute> {
  /** The name in the module registry. */
  name: string;
  /** The `API_VERSION` that it is built against; without one it works with any server. */
  api?: number;
  /** The module's own texts (namespace `app`, the default one). */
  texts: Texts;
  /** The route tree; its paths are below `basePath`. */
  routes: Tree;
}

/** What a module exposes as `./module`: single-spa's lifecycles, prefetching, and embedding in a host's page. */
export type ModuleLifecycles = Record<
  'bootstrap' | 'mount' | 'unmount',
  LifeCycleFn<ModuleProps>
> & {
  /** For those who mount the module as a parcel. */
  update?: LifeCycleFn<ModuleProps>;
  /**
   * Fetches the texts and the code of the page at a path; nothing is rendered, no data requested.
   * @throws the cause of a failed fetch
   */
  prefetch?(props: Pick<ModuleProps, 'session' | 'basePath'>, path: string): Promise<void>;
  embed: Embed;
};

/** A module's router, for `interface Register { router: ModuleRouter<typeof routes> }`. */
export type ModuleRouter<Tree extends AnyRoute> = Router<Tree, 'never', false>;

/** In place of a page that threw; the rest of the module stays. */
function BrokenPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const client = useQueryClient();
  const retry = () => {
    // The cause may be cached data: it is fetched again.
    client.removeQueries();
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} onRetry={retry} heading="h1" />;
}

function makeRouter(
  { routes, api }: Pick<ModuleDefinition<AnyRoute>, 'routes' | 'api'>,
  { history: whole, basePath, broke }: Pick<ModuleProps, 'history' | 'basePath' | 'broke'>,
): AnyRouter {
  let router: AnyRouter | null = null;
  const owns = (pathname: string) =>
    router === null ||
    (pathname.startsWith(`${basePath}/`) &&
      router.getMatchedRoutes(pathname.slice(basePath.length))[2] !== undefined);
  router = createRouter({
    routeTree: routes,
    history: scopeHistory(whole, owns),
    basepath: basePath,
    // The shell reports a path that no module has.
    defaultNotFoundComponent: () => null,
    defaultErrorComponent: BrokenPage,
    ...(api === undefined ? {} : { InnerWrap: gateFor(api) }),
    defaultOnCatch: (error) => {
      console.error('A page threw while it rendered:', error);
      broke?.(error);
    },
  });
  return router;
}

/** The API for a page that is rendered now: React runs the effects of a synchronous rendering before it is painted. */
function callAfterPaint(api: Api): Api {
  const painted = new Promise<void>((resolve) => afterPaint(resolve));
  return {
    ...api,
    call: async (...args) => {
      await painted;
      return await api.call(...args);
    },
  };
}

/** Fetches the code of the page at a path. */
async function fetchPage(router: AnyRouter, basePath: string, path: string): Promise<void> {
  const [routes] = router.getMatchedRoutes(path.slice(basePath.length));
  await Promise.all(routes.map(({ options }) => options.component?.preload?.()));
}

/** Makes a module of a route tree: texts, cache, theme, errors and history come from the kit. */
export function defineModule<Tree extends AnyRoute>(
  definition: ModuleDefinition<Tree>,
): ModuleLifecycles {
  const { name, texts } = definition;
  let opened: { router: AnyRouter; language: Language; api: Api } | null = null;

  const react = singleSpaReact<ModuleProps>({
    React,
    ReactDOMClient,
    rootComponent: (props) => opened && <ModuleRoot {...props} {...opened} />,
    errorBoundary: (error, _info, props) => (
      <>
        {opened && (
          <BrokenModule {...props} {...opened} error={error} onRetry={() => void remount(props)} />
        )}
      </>
    ),
  });
  /** The boundary of single-spa-react does not recover automatically. */
  async function remount(props: ModuleProps & AppProps): Promise<void> {
    await react.unmount(props);
    await react.mount(props);
  }

  return {
    ...react,
    async mount(props) {
      const router = makeRouter(definition, props);
      // The router itself follows the history only once it is rendered; a navigation before that would be lost.
      const stopFollowing = router.history.subscribe(() => void router.load());
      try {
        const [language] = await Promise.all([
          openLanguage(props.session.locale, texts),
          router.load(),
        ]);
        // On the first page of a visit its rows are waited for, not its heading.
        const api = isAllHere() ? callAfterPaint(props.api) : props.api;
        opened = { router, language, api };
        // Synchronously: a transition would show the page some frames later.
        await flushSync(() => react.mount(props));
      } catch (error) {
        router.history.destroy();
        throw error;
      } finally {
        stopFollowing();
      }
    },
    async unmount(props) {
      await react.unmount(props);
      opened?.language.end();
      opened?.router.history.destroy();
      opened = null;
    },
    async prefetch({ session, basePath }, path) {
      const history = createMemoryHistory({ initialEntries: [path] });
      await Promise.all([
        fetchTexts(session.locale, texts),
        fetchPage(makeRouter(definition, { history, basePath }), basePath, path),
      ]);
    },
    async embed(root, options) {
      const { makeEmbed, startOf } = await import('./embed/embed.tsx');
      const embed = makeEmbed({
        name,
        texts,
        start: startOf(definition.routes),
        makeRouter: (given) => makeRouter(definition, given),
      });
      return await embed(root, options);
    },
  };
}
