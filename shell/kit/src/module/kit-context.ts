import { createContext, useContext } from 'react';
import type { Api } from '../api/api.ts';
import type { Live } from '../live/live.ts';
import type { Session } from '../session/session.ts';

/** What the shell hands to every module. */
export interface Kit {
  session: Session;
  api: Api;
  live: Live;
  /** The path that a module stands under: `/app`. */
  basePath: string;
}

export const KitContext = createContext<Kit | null>(null);

/** @throws where no `KitProvider` stands above: a bug of the caller */
export function useKit(): Kit {
  const kit = useContext(KitContext);
  if (kit === null) throw new Error('No KitProvider stands above this component.');
  return kit;
}
