import './styles/shell.css';
import './styles/login.css';
import './styles/companies.css';
import './styles/frame.css';
import './styles/bell.css';
import './styles/social.css';
import './styles/modules.css';
import {
  createApi,
  createLive,
  createSession,
  keepToOneWindow,
  watchConnection,
} from '@primazia/kit/shell';
import { start } from 'single-spa';
import { draw } from './draw.tsx';
import { followSession } from './follow-session.ts';
import { createModules } from './modules/modules.ts';
import { keepOverrides } from './modules/overrides.ts';
import { createShellHistory } from './navigation/history.ts';
import { HOME } from './navigation/return-path.ts';
import { providerPath } from './navigation/sign-in-places.ts';
import { createShellRouter } from './router.tsx';
import { createTickets } from './session/tickets.ts';
import { createSite } from './site/site.ts';

/**
 * Starts the shell. It restores the session, renders the pages, and only then loads the modules: a failure on the way
 * breaks only its own part.
 */
export async function run(): Promise<void> {
  // Pages with unsaved work ask before they are left.
  const hasWork = () => history._getBlockers().length > 0;
  const places = { local: localStorage, own: sessionStorage, hasWork };
  const session = createSession(places);
  keepToOneWindow(session, () => window.location.pathname.startsWith(providerPath('')));
  const api = createApi({ session, baseUrl: '/api', places });
  watchConnection(api);
  const site = createSite(api);
  void site.load();
  const live = createLive({ url: '/api/live', session, api });
  keepOverrides(localStorage, window.location, window.history);
  const history = createShellHistory();
  const tickets = createTickets();
  const router = createShellRouter(history, { session, tickets });
  const modules = createModules({
    session,
    api,
    live,
    history,
    basePath: HOME,
    site,
    storage: localStorage,
  });
  followSession(session, router, modules);
  await Promise.all([
    draw({ session, places, api, live, history, modules, site, tickets }, router),
    modules.open(),
  ]);
  start();
}
