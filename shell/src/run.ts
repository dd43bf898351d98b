import './styles/shell.css';
import './styles/login.css';
import './styles/companies.css';
import './styles/frame.css';
import './styles/bell.css';
import { createApi, createLive, createSession, watchConnection } from '@primazia/kit';
import { start } from 'single-spa';
import { draw } from './draw.tsx';
import { createModules } from './modules/modules.ts';
import { createShellHistory } from './navigation/history.ts';
import { HOME } from './navigation/return-path.ts';
import { createShellRouter } from './navigation/router.tsx';
import { followSession } from './session/follow-session.ts';
import { createTickets } from './session/tickets.ts';

/**
 * Starts the shell. The session is restored, the pages are drawn, and only then the modules are looked for: what
 * fails on the way takes its own place down and nothing else.
 */
export async function run(): Promise<void> {
  const session = createSession(localStorage);
  const api = createApi({ session, baseUrl: '/api', storage: localStorage });
  watchConnection(api);
  const live = createLive({ url: '/api/live', session, api });
  const history = createShellHistory();
  const tickets = createTickets();
  const router = createShellRouter(history, { session, tickets });
  const modules = createModules({ session, api, live, history, basePath: HOME });
  followSession(session, router, modules);
  draw({ session, api, live, history, modules, tickets }, router);
  await modules.open();
  start();
}
