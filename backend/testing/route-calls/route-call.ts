// A working call of a route, and what several domains need for theirs.
import type postgres from 'postgres';
import type { Need } from '../../kernel/endpoint.ts';
import type { Things } from '../things.ts';

export interface RouteCall {
  /** Who may call: anyone, signed-in persons, or inside a company the roles that may do this. */
  who: 'public' | 'user' | Need;
  /** The modules whose tokens open it: their names, or every module. */
  modules?: readonly string[] | 'every';
  /** The path's parameters, and the query. */
  path?: (things: Things) => string;
  body?: (things: Things) => unknown;
  /** The media type of a body that is a file. */
  type?: string;
  /** Brings the things into the state that the call needs. */
  prepare?: (things: Things, owner: postgres.Sql) => Promise<unknown>;
  /** The call names nothing of a company: there is nothing of others to name. */
  namesNothing?: boolean;
  /** What an authorized caller is answered, where it takes more than the API to succeed. Else 200. */
  status?: number;
  /** Others' ids are passed over instead of refused; nothing of theirs may be in the answer. */
  passesOver?: boolean;
}

export const nothing = { namesNothing: true } as const;
/** What pages about listings and their markets call. */
export const listings = { modules: ['mfe-insights', 'mfe-monitoring', 'mfe-pricing'] } as const;
export const integrations = { modules: ['mfe-integrations'] } as const;
export const insights = { modules: ['mfe-insights'] } as const;
export const everyModule = { modules: 'every' } as const;
