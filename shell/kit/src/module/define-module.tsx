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
import type { Resources } from '../i18n/i18n.ts';
import { ErrorState } from '../states/states.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { scopeHistory } from './history.ts';
import type { Kit } from './kit-context.ts';
import { KitProvider } from './kit-provider.tsx';

/** What the shell gives to a module when it mounts it (single-spa's custom props). */
export interface ModuleProps extends Kit {
  domElement: HTMLElement;
  /** The shell's one history; the module gets a view of it. */
  history: RouterHistory;
}

export interface ModuleDefinition<Tree extends AnyRoute> {
  /** As in the module registry. */
  name: string;
  /** The module's own texts (namespace `app`, the default one), in each language. */
  resources: Resources;
  /** The route tree; its paths are below `basePath`. */
  routes: Tree;
}

/** single-spa's lifecycles: what a module exposes as `./module`. */
export type ModuleLifecycles = Record<'bootstrap' | 'mount' | 'unmount', LifeCycleFn<ModuleProps>>;

/** A module's router, for `interface Register { router: ModuleRouter<typeof routes> }`. */
export type ModuleRouter<Tree extends AnyRoute> = Router<Tree, 'never', false>;

/** In place of a page that broke; the rest of the module stands. */
function BrokenPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} onRetry={retry} />;
}

function makeRouter(routes: AnyRoute, { history, basePath }: ModuleProps): AnyRouter {
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
    defaultOnCatch: (error) => console.error('A page broke:', error),
  });
  return router;
}

type RootProps = ModuleProps & { definition: ModuleDefinition<AnyRoute> };

function Module({ definition, ...props }: RootProps) {
  const [router] = React.useState(() => makeRouter(definition.routes, props));
  React.useEffect(() => () => router.history.destroy(), [router]);
  return (
    <KitProvider
      session={props.session}
      api={props.api}
      live={props.live}
      basePath={props.basePath}
      resources={definition.resources}
    >
      <ErrorBoundary name={definition.name} onRetry={() => router.invalidate()}>
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
    mount: (props) => mount({ ...props, definition }),
    unmount: (props) => unmount({ ...props, definition }),
  };
}
