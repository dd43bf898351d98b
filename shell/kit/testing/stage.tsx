import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Api } from '../src/api/api.ts';
import type { Place } from '../src/context/kit-context.ts';
import type { Live } from '../src/live/live.ts';
import { KitProvider } from '../src/module/kit-provider.tsx';
import type { Session } from '../src/session/session.ts';
import { Toasts } from '../src/toast/toast.tsx';
import { fakeApi, fakeLive, fakeSession } from './fakes.ts';
import { type AppTexts, languageOf } from './texts.ts';

export interface StageProps {
  children: ReactNode;
  session?: Session;
  api?: Api;
  live?: Live;
  resources?: AppTexts;
  history?: RouterHistory;
  /** Of an element in a host's page. */
  place?: Place;
}

/** Everything that a component of the suite needs above it; what a test does not give is faked. */
export function Stage({ children, session, api, live, resources, history, place }: StageProps) {
  const [parts] = useState(() => ({
    session: session ?? fakeSession(),
    api: api ?? fakeApi({}),
    live: live ?? fakeLive(),
  }));
  const [language] = useState(() => languageOf(parts.session.locale, resources));
  const [router] = useState(() =>
    createRouter({
      routeTree: createRootRoute({ component: () => children }),
      history: history ?? createMemoryHistory({ initialEntries: ['/'] }),
      defaultNotFoundComponent: () => children,
    }),
  );
  return (
    <KitProvider {...parts} basePath="/app" place={place} language={language}>
      <RouterProvider router={router} />
      <Toasts />
    </KitProvider>
  );
}
