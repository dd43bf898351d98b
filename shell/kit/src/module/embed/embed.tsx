import type { AnyRoute, AnyRouter, RouterHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { createApi } from '../../api/api.ts';
import { watchConnection } from '../../api/connection.ts';
import type { Place } from '../../context/kit-context.ts';
import { openLanguage, type Texts } from '../../i18n/i18n.ts';
import { createLive } from '../../live/live.ts';
import { enableShadowDOM } from '../../spectrum.ts';
import type {
  Embed,
  Embedded,
  EmbedEvents,
  EmbedFault,
  EmbedListener,
  EmbedOptions,
} from '../embedding.ts';
import { createIncidents } from '../incidents.ts';
import { type Act, EmbedView } from './embed-view.tsx';
import { createFaults } from './fault.ts';
import { type HostHistoryParts, keepInAddress, keepToItself } from './host-history.ts';
import { leadLinks } from './host-links.ts';
import { companyIn, keepHostSession } from './host-session.ts';
import { keepKeys } from './key-boundary.ts';
import { makeOverlays } from './overlays.ts';

const BASE_PATH = '/app';

export interface EmbedParts {
  /** As in the module registry. */
  name: string;
  texts: Texts;
  /** The path below `/app` where the module begins. */
  start: string;
  makeRouter: (given: {
    history: RouterHistory;
    basePath: string;
    broke: (error: unknown) => void;
  }) => AnyRouter;
}

/** The path that hosts see, without its prefix within the product: `historico-de-precos?page=2`. */
const pathIn = ({ pathname, search }: RouterHistory['location']) =>
  pathname.slice(BASE_PATH.length + 1) + search;

/** A host's path, below `/app`. */
const inApp = (path: string) => `${BASE_PATH}/${path.replace(/^\/?(app\/)?/, '')}`;

interface Running extends Act {
  history: RouterHistory;
  end(): void;
}

interface StageParts extends EmbedParts {
  root: ShadowRoot;
  place: Place;
  emit: EmbedListener;
}

function openHistory({ name }: EmbedParts, syncUrl: string | null, parts: HostHistoryParts) {
  if (syncUrl === null) return keepToItself(parts);
  const history = keepInAddress(syncUrl, parts);
  if (history !== null) return history;
  console.warn(
    `${name}: another element holds '${syncUrl}' of the address; give this one its own.`,
  );
  return keepToItself(parts);
}

/** Starts a session, the connections to the server and the module's router in an element. `end` removes them. */
function begin(parts: StageParts, options: EmbedOptions, start: string): Running {
  const { name, root, place, emit } = parts;
  const { baseUrl } = options;
  const host = keepHostSession(name, { ...options, onEvent: emit });
  const { session } = host;
  const faults = createFaults(baseUrl);
  // After a refusal the host is not asked again by each call; the person may request it.
  const renewal = async () => !session.expired && (await host.renew('refused'));
  const api = faults.watch(createApi({ session, baseUrl: `${baseUrl}/api`, renewal }));
  const stopWatching = watchConnection(api);
  const live = createLive({ url: `${baseUrl}/api/live`, session, api });

  let router: AnyRouter | null = null;
  const owns = (pathname: string) =>
    router === null ||
    (pathname.startsWith(`${BASE_PATH}/`) &&
      router.getMatchedRoutes(pathname.slice(BASE_PATH.length))[2] !== undefined);
  const productHref = (path: string) => baseUrl + path;
  const history = openHistory(parts, options.syncUrl, {
    start,
    owns,
    hrefOf: productHref,
    elsewhere: (path) => void window.open(productHref(path), '_blank', 'noopener'),
  });
  const { version, build } = options;
  const report = createIncidents(api, () => history.location.pathname);
  const broke = (error: unknown) => {
    report({ module: name, version, build, failure: 'render', message: String(error) });
    emit('error', { module: name, reason: 'render' });
  };
  router = parts.makeRouter({ history, basePath: BASE_PATH, broke });
  const stopLinks = leadLinks(root, { history: () => history, owns, productHref });
  const stopTelling = history.subscribe(() =>
    emit('navigated', { path: pathIn(history.location) }),
  );

  return {
    session,
    api,
    live,
    basePath: BASE_PATH,
    place,
    host,
    faults,
    router,
    broke,
    history,
    end: () => {
      stopTelling();
      stopLinks();
      router.history.destroy();
      history.destroy();
      live.close();
      stopWatching();
      faults.close();
      host.close();
    },
  };
}

/** Whether the module has to restart: its data are of another company, or of another server. */
const isOther = (now: EmbedOptions, before: EmbedOptions) =>
  now.baseUrl !== before.baseUrl ||
  now.syncUrl !== before.syncUrl ||
  companyIn(now) !== companyIn(before);

/** Makes the function of a module that the loader calls for each element. */
export function makeEmbed(parts: EmbedParts): Embed {
  return async (root, first): Promise<Embedded> => {
    enableShadowDOM();
    let options = first;
    const emit = <Name extends keyof EmbedEvents>(name: Name, detail: EmbedEvents[Name]) =>
      options.onEvent(name, detail);
    const stage = document.createElement('div');
    stage.className = 'pz-stage';
    const overlays = makeOverlays();
    const place: Place = { root, element: stage, announce: emit };
    const stageParts: StageParts = { ...parts, root, place, emit };

    let act = begin(stageParts, first, inApp(parts.start));
    const language = await openLanguage(act.session.locale, parts.texts).catch((error: unknown) => {
      act.end();
      throw error;
    });
    root.append(stage, overlays.element);
    const stopKeys = keepKeys(root);
    const page = createRoot(stage);
    let acts = 0;
    let isReady = false;
    const onReady = () => {
      if (!isReady) emit('ready', { module: parts.name, version: options.version });
      isReady = true;
    };
    const onFault = (reason: EmbedFault) => emit('error', { module: parts.name, reason });
    const draw = () =>
      page.render(
        <EmbedView
          key={acts}
          name={parts.name}
          act={act}
          language={language}
          theme={options.theme}
          overlays={overlays.element}
          raise={overlays.raise}
          onReady={onReady}
          onFault={onFault}
        />,
      );
    draw();

    return {
      update(next) {
        const before = options;
        options = next;
        if (isOther(next, before)) {
          const { session, history, end } = act;
          // A token from the callback is newer than the attribute, unless that was set just now.
          const token = next.token === before.token ? session.token : next.token;
          acts += 1;
          end();
          act = begin(stageParts, { ...next, token }, sectionOf(history.location.pathname));
        } else act.host.update({ ...next, onEvent: emit }, before);
        draw();
      },
      open(path) {
        const wanted = inApp(path);
        const { pathname } = new URL(wanted, 'https://path.invalid');
        if (act.router.getMatchedRoutes(pathname.slice(BASE_PATH.length))[2] === undefined) {
          return false;
        }
        act.history.push(wanted);
        return true;
      },
      close() {
        stopKeys();
        page.unmount();
        language.end();
        act.end();
        stage.remove();
        overlays.remove();
      },
    };
  };
}

/** `/app/historico-de-precos` of `/app/historico-de-precos/12`: the rest belongs to one company. */
const sectionOf = (pathname: string) => pathname.split('/').slice(0, 3).join('/');

/** The first page of a route tree. The tree has no paths until a router uses it. */
export function startOf(routes: AnyRoute): string {
  const [first] = Object.values((routes.children ?? {}) as Record<string, AnyRoute>);
  const path: unknown = first && Reflect.get(first.options, 'path');
  return String(path ?? '').replace(/^\//, '');
}
