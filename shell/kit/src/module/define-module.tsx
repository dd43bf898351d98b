import { useQueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  type AnyRouter,
  createRouter,
  type ErrorComponentProps,
  type Router,
  type RouterHistory,
  RouterProvider,
  useRouter,
} from '@tanstack/react-router';
import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import type { LifeCycleFn } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import { gateFor } from '../api/server-gate.tsx';
import { type Language, openLanguage, type Texts } from '../i18n/i18n.ts';
import { ErrorState } from '../states/states.tsx';
import { makeEmbed, startOf } from './embed/embed.tsx';
import type { Embed } from './embedding.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { scopeHistory } from './history.ts';
import type { Kit } from './kit-context.ts';
import { KitProvider } from './kit-provider.tsx';

/** What the shell gives to a module when it mounts it (single-spa's custom props). */
export interface ModuleProps extends Kit {
  domElement: HTMLElement;
  /** The shell's one history; the module gets a view of it. */
  history: RouterHistory;
  /** Hears of each page of the module that broke while it was drawn; the person is told by the kit. */
  broke?: ((error: unknown) => void) | undefined;
}

export interface ModuleDefinition<Tree extends AnyRoute> {
  /** As in the module registry. */
  name: string;
  /** The `API_VERSION` that it is built against; without one it stands with any server. */
  api?: number;
  /** The module's own texts (namespace `app`, the default one). */
  texts: Texts;
  /** The route tree; its paths are below `basePath`. */
  routes: Tree;
}

/** What a module exposes as `./module`: single-spa's lifecycles, and the way into a host's page. */
export type ModuleLifecycles = Record<
  'bootstrap' | 'mount' | 'unmount',
  LifeCycleFn<ModuleProps>
> & {
  embed: Embed;
};

/** A module's router, for `interface Register { router: ModuleRouter<typeof routes> }`. */
export type ModuleRouter<Tree extends AnyRoute> = Router<Tree, 'never', false>;

/** In place of a page that broke; the rest of the module stands. */
function BrokenPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const client = useQueryClient();
  const retry = () => {
    // What could not be drawn may be what was read: it is read anew.
    client.removeQueries();
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} onRetry={retry} heading="h1" />;
}

function makeRouter(
  { routes, api }: Pick<ModuleDefinition<AnyRoute>, 'routes' | 'api'>,
  { history, basePath, broke }: Pick<ModuleProps, 'history' | 'basePath' | 'broke'>,
): AnyRouter {
  let router: AnyRouter | null = null;
  const owns = (pathname: string) =>
    router === null ||
    (pathname.startsWith(`${basePath}/`) &&
      router.getMatchedRoutes(pathname.slice(basePath.length))[2] !== undefined);
  router = createRouter({
    routeTree: routes,
    history: scopeHistory(history, owns),
    basepath: basePath,
    // What no module knows is the shell's to say.
    defaultNotFoundComponent: () => null,
    defaultErrorComponent: BrokenPage,
    ...(api === undefined ? {} : { InnerWrap: gateFor(api) }),
    defaultOnCatch: (error) => {
      console.error('A page broke:', error);
      broke?.(error);
    },
  });
  return router;
}

type RootProps = ModuleProps & {
  definition: ModuleDefinition<AnyRoute>;
  /** Opened when the module is mounted. */
  language?: Language;
};

function Module({ definition, language, ...props }: RootProps) {
  const [router] = React.useState(() => makeRouter(definition, props));
  React.useEffect(() => () => router.history.destroy(), [router]);
  if (language === undefined) throw new Error('The module was drawn before it was mounted.');
  return (
    <KitProvider
      session={props.session}
      api={props.api}
      live={props.live}
      basePath={props.basePath}
      language={language}
    >
      <ErrorBoundary
        name={definition.name}
        onBroken={props.broke}
        onRetry={() => router.invalidate()}
      >
        <RouterProvider router={router} />
      </ErrorBoundary>
    </KitProvider>
  );
}

/** Makes a module of a route tree: texts, cache, theme, errors and history come from the kit. */
export function defineModule<Tree extends AnyRoute>(
  definition: ModuleDefinition<Tree>,
): ModuleLifecycles {
  const { bootstrap, mount, unmount } = singleSpaReact<RootProps>({
    React,
    ReactDOMClient,
    rootComponent: Module,
    // The boundary inside of the module catches first; single-spa hears of what broke around it.
    suppressComponentDidCatchWarning: true,
  });
  return {
    bootstrap: (props) => bootstrap({ ...props, definition }),
    mount: async (props) => {
      const language = await openLanguage(props.session.locale, definition.texts);
      await mount({ ...props, definition, language });
    },
    unmount: (props) => unmount({ ...props, definition }),
    embed: makeEmbed({
      name: definition.name,
      texts: definition.texts,
      start: startOf(definition.routes),
      makeRouter: (given) => makeRouter(definition, given),
    }),
  };
}
