import type { RemoteModule } from '@primazia/kit/remote';
import { proxy } from 'valtio';
import type { Place } from './loading.ts';
import type { Override } from './overrides.ts';

/** The state of the page's modules. */
export interface ModulesState {
  registry: 'loading' | 'ready' | 'failed';
  list: RemoteModule[];
  places: Record<string, Place>;
  /** Modules that come from a developer's machine. */
  overrides: Override[];
  /** A reload would bring a newer shell. */
  reloadDue: boolean;
  /** The person dismissed the notice. */
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
