// The names of TanStack Router that the suite uses: the builds share this in its place, since a package that is shared whole is not
// tree-shaken. A name that is missing here is an error of the type check; one that is added needs a higher version of the kit,
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
