import { type Snapshot, useSnapshot } from 'valtio';
import { useShell } from '../shell-context.ts';
import type { SiteState } from './site.ts';

/** The description of the installation; null until it is loaded. */
export const useSite = (): Snapshot<SiteState>['value'] => useSnapshot(useShell().site.state).value;
