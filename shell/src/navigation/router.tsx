import type { Session } from '@primazia/kit';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { AppFrame } from '../frame/app-frame.tsx';
import { FirstPlace, ModulePlace } from '../modules/module-place.tsx';
import { CompaniesPage } from '../pages/companies-page.tsx';
import { FailurePage } from '../pages/failure-page.tsx';
import { LoginPage } from '../pages/login-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { ExpiredDialog } from '../session/expired-dialog.tsx';
import { Announcer } from './announcer.tsx';
import { parseSearch, remember, remembered, stringifySearch } from './search.ts';

interface Context {
  session: Session;
}

const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Announcer />
      <Outlet />
      <ExpiredDialog />
    </>
  ),
  notFoundComponent: NotFoundPage,
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app', replace: true });
  },
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: ({ context: { session } }) => {
    if (session.token !== null) throw redirect({ to: '/app', replace: true });
  },
  component: () => <LoginPage wanted={remembered(login.useSearch())} />,
});

const companies = createRoute({
  getParentRoute: () => root,
  path: '/companies',
  beforeLoad: ({ context: { session }, location }) => {
    if (session.token === null) {
      const wanted = remembered(location.search);
      throw redirect({
        to: '/login',
        search: wanted === null ? {} : remember(wanted),
        replace: true,
      });
    }
  },
  component: () => <CompaniesPage wanted={remembered(companies.useSearch())} />,
});

const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: ({ context: { session }, location }) => {
    const search = remember(location.href);
    if (session.token === null) throw redirect({ to: '/login', search, replace: true });
    if (session.companyId === null) throw redirect({ to: '/companies', search, replace: true });
  },
  component: () => (
    <AppFrame>
      <Outlet />
    </AppFrame>
  ),
});

const first = createRoute({ getParentRoute: () => app, path: '/', component: FirstPlace });

/** Which module stands at the rest of the path is for the registry to say. */
const place = createRoute({ getParentRoute: () => app, path: '$', component: ModulePlace });

const tree = root.addChildren([start, login, companies, app.addChildren([first, place])]);

/** The router of the shell: who may be where, and what stands around a module. */
export const createShellRouter = (history: RouterHistory, session: Session) =>
  createRouter({
    routeTree: tree,
    history,
    context: { session },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: FailurePage,
    defaultNotFoundComponent: NotFoundPage,
  });

export type ShellRouter = ReturnType<typeof createShellRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ShellRouter;
  }
}
