import { lazily, type Session } from '@primazia/kit';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { AppFrame } from './frame/app-frame.tsx';
import { MaintenanceNotice } from './frame/maintenance-notice.tsx';
import { Announcer } from './navigation/announcer.tsx';
import { TEST_PATHS } from './navigation/own-paths.ts';
import { returnPath } from './navigation/return-path.ts';
import {
  parseSearch,
  type RawSearch,
  remember,
  remembered,
  stringifySearch,
  tokenIn,
  withoutToken,
} from './navigation/search.ts';
import { WAYS } from './navigation/sign-in-places.ts';
import { Failed, FailurePage } from './pages/failure-page.tsx';
import { FirstPlace, ModulePlace } from './pages/module-place.tsx';
import { PageSkeleton } from './pages/module-waits.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { ElsewhereDialog } from './session/elsewhere-dialog.tsx';
import { ExpiredDialog } from './session/expired-dialog.tsx';
import type { Tickets } from './session/tickets.ts';

// Lazy: with a session, which is the usual case, none of these is needed.
const ChangePasswordPage = lazily(
  async () => (await import('./pages/change-password-page.tsx')).ChangePasswordPage,
);
const CompaniesPage = lazily(
  async () => (await import('./pages/companies-page.tsx')).CompaniesPage,
);
const ForgotPasswordPage = lazily(
  async () => (await import('./pages/forgot-password-page.tsx')).ForgotPasswordPage,
);
const LoginPage = lazily(async () => (await import('./pages/login-page.tsx')).LoginPage);
const TestPage = lazily(
  async () => (await import(/* webpackChunkName: "test-page" */ './pages/test-page.tsx')).TestPage,
);

interface Context {
  session: Session;
  tickets: Tickets;
}

/** A person who has to change the password first cannot open any other page. */
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
      <ElsewhereDialog />
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
  beforeLoad: ({ context: { session }, location: { search } }) => {
    if (session.token === null) return;
    throw redirect({ href: returnPath(remembered(search), location.origin), replace: true });
  },
  component: () => <LoginPage wanted={remembered(login.useSearch())} />,
});

const PAGE_WAITS = <PageSkeleton />;
const TeamPage = lazily(async () => (await import('./team/team-page.tsx')).TeamPage, PAGE_WAITS);
const AuditPage = lazily(async () => (await import('./team/audit-page.tsx')).AuditPage, PAGE_WAITS);
const BellSettingsPage = lazily(
  async () => (await import('./bell/settings-page.tsx')).BellSettingsPage,
  PAGE_WAITS,
);
const ProviderPage = lazily(async () => (await import('./pages/provider-page.tsx')).ProviderPage);
const WaysPage = lazily(async () => (await import('./pages/ways-page.tsx')).WaysPage);

/** The page to which an identity provider redirects: its answer is removed from the address at once. */
const provider = createRoute({
  getParentRoute: () => root,
  path: '/login/with/$provider',
  beforeLoad: ({ context: { session, tickets }, location, params }) => {
    const { text } = location.search as Partial<RawSearch>;
    if (text !== undefined && text !== '') {
      tickets.answer = text.slice(1);
      throw redirect({ to: '/login/with/$provider', params, search: {}, replace: true });
    }
    // Without an answer, the person comes from the window of a session that has ended.
    const isAnybody = tickets.answer !== null || session.token !== null;
    if (!isAnybody) throw redirect({ to: '/login', replace: true });
  },
  component: () => <ProviderPage provider={provider.useParams().provider} />,
});

const ways = createRoute({
  getParentRoute: () => root,
  path: WAYS,
  beforeLoad: ({ context: { session }, location }) => {
    const wanted = remembered(location.search);
    if (session.token === null) throw redirect({ to: '/login', replace: true });
    insistOnPassword(session, wanted);
  },
  component: () => <WaysPage wanted={remembered(ways.useSearch())} />,
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
      // The session's own token opens the same page as without it.
      if (token !== session.token) tickets.host = token;
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

/** A page below `/app`; an error in it breaks the page and not the frame. */
const below = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => app, path, component, errorComponent: Failed });

const tree = root.addChildren([
  start,
  login,
  provider,
  ways,
  forgotPassword,
  changePassword,
  companies,
  app.addChildren([
    below('/', FirstPlace),
    ...TEST_PATHS.map((path) => below(path.slice('/app/'.length), TestPage)),
    below('equipe', TeamPage),
    below('auditoria', AuditPage),
    below('notificacoes', BellSettingsPage),
    // The registry decides which module has the rest of the path.
    below('$', ModulePlace),
  ]),
]);

/** The router of the shell: access to the pages, and the frame around modules. */
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
