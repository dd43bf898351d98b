// What of TanStack Router the suite uses, by name: the builds share this in its place, since of what is shared whole they leave out
// nothing. A name that is missing here is an error of the type check; one that is added needs a higher version of the kit,
// since an older shell does not have it.
export type {
  AnyRoute,
  AnyRouter,
  ErrorComponentProps,
  RouteComponent,
  Router,
  RouterHistory,
} from '#react-router';
export {
  createBrowserHistory,
  createHistory,
  createMemoryHistory,
  createRootRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Link,
  Navigate,
  Outlet,
  RouterProvider,
  redirect,
  useBlocker,
  useLocation,
  useNavigate,
  useParams,
  useRouter,
  useRouterState,
  useSearch,
} from '#react-router';
