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
import { MaintenanceNotice } from '../frame/maintenance-notice.tsx';
import { FirstPlace, ModulePlace } from '../modules/module-place.tsx';
import { ChangePasswordPage } from '../pages/change-password-page.tsx';
import { CompaniesPage } from '../pages/companies-page.tsx';
import { FailurePage } from '../pages/failure-page.tsx';
import { ForgotPasswordPage } from '../pages/forgot-password-page.tsx';
import { LoginPage } from '../pages/login-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { ExpiredDialog } from '../session/expired-dialog.tsx';
import type { Tickets } from '../session/tickets.ts';
import { Announcer } from './announcer.tsx';
import {
  parseSearch,
  remember,
  remembered,
  stringifySearch,
  tokenIn,
  withoutToken,
} from './search.ts';

interface Context {
  session: Session;
  tickets: Tickets;
}

/** Nothing else is open to whoever has to change the password first. */
function insistOnPassword(session: Session, wanted: string | null) {
  if (!session.mustChangePassword) return;
  const search = wanted === null ? {} : remember(wanted);
  throw redirect({ to: '/change-password', search, replace: true });
}

const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Announcer />
      <Outlet />
      <ExpiredDialog />
      <MaintenanceNotice />
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

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: ForgotPasswordPage,
});

const changePassword = createRoute({
  getParentRoute: () => root,
  path: '/change-password',
  beforeLoad: ({ context: { session, tickets }, location }) => {
    const token = tokenIn(location.search);
    if (token !== null) {
      tickets.reset = token;
      const search = withoutToken(location.search);
      throw redirect({ to: '/change-password', search, replace: true });
    }
    if (session.token === null && tickets.reset === null) {
      throw redirect({ to: '/login', replace: true });
    }
  },
  component: () => <ChangePasswordPage wanted={remembered(changePassword.useSearch())} />,
});

const companies = createRoute({
  getParentRoute: () => root,
  path: '/companies',
  beforeLoad: ({ context: { session, tickets }, location }) => {
    const token = tokenIn(location.search);
    if (token !== null) {
      tickets.host = token;
      const search = withoutToken(location.search);
      throw redirect({ to: '/companies', search, replace: true });
    }
    if (tickets.host !== null) return;
    const wanted = remembered(location.search);
    if (session.token === null) {
      throw redirect({
        to: '/login',
        search: wanted === null ? {} : remember(wanted),
        replace: true,
      });
    }
    insistOnPassword(session, wanted);
  },
  component: () => <CompaniesPage wanted={remembered(companies.useSearch())} />,
});

const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: ({ context: { session }, location }) => {
    const search = remember(location.href);
    if (session.token === null) throw redirect({ to: '/login', search, replace: true });
    insistOnPassword(session, location.href);
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

const tree = root.addChildren([
  start,
  login,
  forgotPassword,
  changePassword,
  companies,
  app.addChildren([first, place]),
]);

/** The router of the shell: who may be where, and what stands around a module. */
export const createShellRouter = (history: RouterHistory, context: Context) =>
  createRouter({
    routeTree: tree,
    history,
    context,
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
