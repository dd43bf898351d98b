import { type Snapshot, useSnapshot } from 'valtio';
import { useShell } from '../shell-context.ts';
import type { SiteState } from './site.ts';

/** What the installation says of itself; null while that is not known. */
export const useSite = (): Snapshot<SiteState>['value'] => useSnapshot(useShell().site.state).value;
