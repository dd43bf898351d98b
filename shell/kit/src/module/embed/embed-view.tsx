import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Kit, Place } from '../../context/kit-context.ts';
import { useReach, useSession } from '../../context/kit-context.ts';
import type { Language } from '../../i18n/i18n.ts';
import { PortalProvider } from '../../spectrum.ts';
import { Skeleton } from '../../states/states.tsx';
import { Toasts } from '../../toast/toast.tsx';
import type { ColorTheme, EmbedFault } from '../embedding.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { KitProvider } from '../kit-provider.tsx';
import { useScheme } from './colour-scheme.ts';
import type { Faults } from './fault.ts';
import type { HostSession } from './host-session.ts';
import { FaultNotice, type ReportedFault } from './notice.tsx';

/** The state of an element until its company or its server changes. */
export interface Act extends Kit {
  place: Place;
  host: HostSession;
  faults: Faults;
  router: AnyRouter;
  /** Called when a page broke. */
  broke: (error: unknown) => void;
}

export interface EmbedViewProps {
  /** The module's, as in the registry. */
  name: string;
  act: Act;
  language: Language;
  theme: ColorTheme;
  overlays: HTMLElement;
  /** The container of overlays; raises it above what the host has opened meanwhile. */
  raise: () => HTMLElement;
  onReady: () => void;
  onFault: (fault: EmbedFault) => void;
}

/** A shorter loss of the network is not reported, in ms. */
const GRACE_MS = 2_000;

/** The present notice, and its retry. */
function useFault({ host, faults, api }: Act): [ReportedFault | null, () => Promise<void>] {
  const reach = useReach();
  const { token, expired } = useSession();
  const { fault } = useSnapshot(faults.state);
  useEffect(() => {
    const timer = setTimeout(() => void faults.check(reach), reach === 'ok' ? 0 : GRACE_MS);
    return () => clearTimeout(timer);
  }, [faults, reach]);
  const { refused } = useSnapshot(host.state);
  // Where the host gives tokens and the server refuses all of them, they belong to another server, or expired long ago.
  const ended = expired ? (refused ?? 'session-ended') : token === null ? refused : null;
  if (ended !== null) return [ended, host.again];
  return [fault, () => faults.check(api.connection.reach)];
}

function Content({ name, act, onReady, onFault }: EmbedViewProps) {
  const { token } = useSession();
  const [fault, retry] = useFault(act);
  const isReady = token !== null;
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady, onReady]);
  useEffect(() => {
    if (fault !== null) onFault(fault);
  }, [fault, onFault]);
  return (
    <div className="pz-stage-page">
      {fault !== null && <FaultNotice fault={fault} isFirst={!isReady} onRetry={retry} />}
      {isReady ? (
        <ErrorBoundary name={name} onBroken={act.broke} onRetry={() => act.router.invalidate()}>
          <RouterProvider router={act.router} />
        </ErrorBoundary>
      ) : (
        fault === null && <Skeleton rows={8} />
      )}
    </div>
  );
}

/** The whole content of an element. */
export function EmbedView(props: EmbedViewProps) {
  const { act, language, theme, overlays, raise } = props;
  const { session, api, live, basePath, place } = act;
  const scheme = useScheme(theme);
  useLayoutEffect(() => {
    for (const element of [place.element, overlays]) element.dataset.colorScheme = scheme;
  }, [place, overlays, scheme]);
  // Referentially stable while the element is on the page, so that its users do not remount.
  const [getContainer] = useState(() => raise);
  return (
    <KitProvider
      session={session}
      api={api}
      live={live}
      basePath={basePath}
      place={place}
      language={language}
      colorScheme={scheme}
    >
      <PortalProvider getContainer={getContainer}>
        <Content {...props} />
        <Toasts />
      </PortalProvider>
    </KitProvider>
  );
}
