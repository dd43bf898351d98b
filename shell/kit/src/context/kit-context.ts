import type { Need } from '@primazia/backend/kernel/endpoint';
import { createContext, useContext } from 'react';
import { useSnapshot } from 'valtio';
import type { Api, Reach } from '../api/api.ts';
import type { Live } from '../live/live.ts';
import type { Session } from '../session/session.ts';
import { may } from '../session/token.ts';
import type { Announcements } from './announcements.ts';

/** Where an app is drawn: on a page of its own, or in an element on the page of a host. */
export interface Place {
  /** The tree in which focus, keys and look-ups happen. */
  root: Document | ShadowRoot;
  /** The element that carries the tokens and `data-color-scheme`. */
  element: HTMLElement;
  /** Tells the host what a person has done; on a page of its own there is no listener. */
  announce<Name extends keyof Announcements>(name: Name, detail: Announcements[Name]): void;
}

/** What the shell passes to every module. */
export interface Kit {
  session: Session;
  api: Api;
  live: Live;
  /** The path that a module is under: `/app`. */
  basePath: string;
  /** Default: the page itself. */
  place?: Place | undefined;
}

export const KitContext = createContext<Kit | null>(null);

/** @throws where no `KitProvider` is above: a bug of the caller */
export function useKit(): Kit {
  const kit = useContext(KitContext);
  if (kit === null) throw new Error('This component needs a KitProvider above it.');
  return kit;
}

const PAGE: Place = {
  root: document,
  element: document.documentElement,
  announce: () => {},
};

/** Where the app is drawn. */
export const usePlace = (): Place => useKit().place ?? PAGE;

/** Tells the host of an embedded module what a person has done: `announce('price-approved', { ids: [7] })`. */
export const useAnnounce = (): Place['announce'] => usePlace().announce;

/** The session as it is now; the component follows it. */
export const useSession = (): Session => useSnapshot(useKit().session);

/** The path that all modules are under: `/app`. */
export const useBasePath = (): string => useKit().basePath;

/** Whether the server answers; the component follows it. */
export const useReach = (): Reach => useSnapshot(useKit().api.connection).reach;

/** Whether the person's role allows what an endpoint says it needs, so that the page does not offer what the server would refuse. */
export function useMay(): (need: Need) => boolean {
  const { token } = useSession();
  return (need) => may(token, need);
}

/** Whether the person may change things in the company. */
export const useMayWrite = (): boolean => useMay()('write');
