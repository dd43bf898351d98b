import type { Api, Session } from '@primazia/kit';
import type { Language, Live, SessionPlaces } from '@primazia/kit/shell';
import type { RouterHistory } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { Modules } from './modules/modules.ts';
import type { Tickets } from './session/tickets.ts';
import type { SiteKnowledge } from './site/site.ts';

/** The services that `run` created, for the shell's own pages. */
export interface ShellParts {
  /** A valtio proxy, for writing. The kit's `useSession` is for reading. */
  session: Session;
  /** Where the session is stored. */
  places: SessionPlaces;
  api: Api;
  live: Live;
  history: RouterHistory;
  modules: Modules;
  /** The shell's own texts. */
  language: Language;
  /** The description of the installation. */
  site: SiteKnowledge;
  /** A valtio proxy. */
  tickets: Tickets;
}

export const ShellContext = createContext<ShellParts | null>(null);

/** @throws outside of the shell: a bug of the caller */
export function useShell(): ShellParts {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('This component needs the shell above it.');
  return shell;
}
