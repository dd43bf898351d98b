import { useSnapshot } from 'valtio';
import { moduleAt } from '../modules/registry.ts';
import { useIsPath } from '../navigation/use-path.ts';
import { useShell } from '../shell-context.ts';

/** Whether the page is shown without the sidebar: it is for a single task. */
export function useIsBare(): boolean {
  const { modules } = useShell();
  const { list } = useSnapshot(modules.state);
  const bare = list.map(({ bareRoutes }) => ({ routes: bareRoutes }));
  return useIsPath((path) => moduleAt(bare, path) !== undefined);
}
