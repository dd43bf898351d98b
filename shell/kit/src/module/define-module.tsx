import { useQueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  type AnyRouter,
  createRouter,
  type ErrorComponentProps,
  type Router,
  type RouterHistory,
  useRouter,
} from '@tanstack/react-router';
import type { LifeCycleFn } from 'single-spa';
import { gateFor } from '../api/server-gate.tsx';
import type { Texts } from '../i18n/i18n.ts';
import { ErrorState } from '../states/states.tsx';
import type { Embed } from './embedding.ts';
import { type ScopedHistory, scopeHistory } from './history.ts';
import type { Kit } from './kit-context.ts';
import { makeStanding, type Standing } from './standing.tsx';
import { OVERLAY } from './tree.ts';

/** What the shell gives to a module when it mounts it (single-spa's custom props). */
export interface ModuleProps extends Kit {
  domElement: HTMLElement;
  /** The shell's one history; the module gets a view of it. */
  history: RouterHistory;
  /** Hears of each page of the module that broke while it was drawn; the person is told by the kit. */
  broke?: ((error: unknown) => void) | undefined;
  /** Hears that the page has all that it asked for, each time that the module is mounted. */
  settled?: (() => void) | undefined;
  /** Whether the module is kept when it is unmounted at a path: hidden, with all that was typed, until `keep.end`. */
  keeps?: ((pathname: string) => boolean) | undefined;
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

/** What of a module outlives its unmounting, or is there before it is mounted. */
export interface Keep {
  /** Draws the module hidden, so that mounting it is quick; nothing of it runs yet. */
  prepare(props: ModuleProps, path: string): Promise<void>;
  /** Whether something is drawn that the next mounting shows. */
  isKept(): boolean;
  /** Takes away what is drawn. */
  end(): Promise<void>;
}

/** What a module exposes as `./module`: single-spa's lifecycles, and the way into a host's page. */
export type ModuleLifecycles = Record<
  'bootstrap' | 'mount' | 'unmount',
  LifeCycleFn<ModuleProps>
> & {
  /** Without it the module is made anew each time. */
  keep?: Keep;
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

interface RouterParts extends Pick<ModuleProps, 'history' | 'basePath' | 'broke'> {
  /** Where the module begins that is drawn before anybody is there. */
  start?: string | undefined;
}

function makeRouter(
  { routes, api }: Pick<ModuleDefinition<AnyRoute>, 'routes' | 'api'>,
  { history: whole, basePath, broke, start }: RouterParts,
): { router: AnyRouter; history: ScopedHistory } {
  let router: AnyRouter | null = null;
  const owns = (pathname: string) =>
    router === null
      ? start === undefined
      : pathname.startsWith(`${basePath}/`) &&
        router.getMatchedRoutes(pathname.slice(basePath.length))[2] !== undefined;
  const history = scopeHistory(whole, owns, start);
  router = createRouter({
    routeTree: routes,
    history,
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
  return { router, history };
}

/** Something lies over the page: whoever leaves now goes past it, by Back. */
const isCovered = () => document.querySelector(OVERLAY) !== null;

/** Makes a module of a route tree: texts, cache, theme, errors and history come from the kit. */
export function defineModule<Tree extends AnyRoute>(
  definition: ModuleDefinition<Tree>,
): ModuleLifecycles {
  const { name, texts } = definition;
  let making: Promise<Standing> | null = null;
  let ending = Promise.resolve();

  function make(props: ModuleProps, start?: string): Promise<Standing> {
    const { history, basePath } = props;
    const made = ending.then(() =>
      makeStanding({
        ...props,
        name,
        texts,
        openRouter: (broke) => makeRouter(definition, { history, basePath, broke, start }),
      }),
    );
    making = made;
    made.catch(() => {
      // Whoever asked for it hears why; the next one begins anew.
      if (making === made) making = null;
    });
    return made;
  }

  /** The next one is made when this one is gone: both stand in the same element. */
  function end(): Promise<void> {
    const ended = making;
    making = null;
    ending = ending.then(async () => {
      const [made] = await Promise.allSettled([ended]);
      if (made.status === 'fulfilled') made.value?.end();
    });
    return ending;
  }

  return {
    bootstrap: async () => {},
    async mount(props) {
      try {
        const standing = await (making ?? make(props));
        if (await standing.show()) return;
        await end();
        await (await make(props)).show();
      } catch (error) {
        await end();
        throw error;
      }
    },
    async unmount({ keeps }) {
      const standing = await making;
      if (standing === null) return;
      const { history } = standing;
      const mayStay = !standing.hasBroken() && !history.isGuarded() && !isCovered();
      if (mayStay && keeps?.(history.location.pathname)) standing.hide();
      else await end();
    },
    keep: {
      async prepare(props, path) {
        if (making === null) await (await make(props, path)).prepare();
      },
      isKept: () => making !== null,
      end,
    },
    async embed(root, options) {
      const { makeEmbed, startOf } = await import('./embed/embed.tsx');
      const embed = makeEmbed({
        name,
        texts,
        start: startOf(definition.routes),
        makeRouter: (given) => makeRouter(definition, given).router,
      });
      return await embed(root, options);
    },
  };
}
