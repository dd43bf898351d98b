import type { RemoteModule } from '@primazia/kit/remote';
import { proxy } from 'valtio';
import type { Place } from './loading.ts';
import type { Override } from './overrides.ts';

/** What the page knows of its modules. */
export interface ModulesState {
  registry: 'loading' | 'ready' | 'failed';
  list: RemoteModule[];
  places: Record<string, Place>;
  /** Modules that come from a developer's machine. */
  overrides: Override[];
  /** A reload would bring a newer shell. */
  reloadDue: boolean;
  /** The person has heard of it, and goes on as it is. */
  reloadPutAway: boolean;
}

export const openState = (): ModulesState =>
  proxy<ModulesState>({
    registry: 'loading',
    list: [],
    places: {},
    overrides: [],
    reloadDue: false,
    reloadPutAway: false,
  });

export const isReady = ({ registry }: ModulesState) => registry === 'ready';
