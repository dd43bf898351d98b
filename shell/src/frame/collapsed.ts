const KEY = 'primazia.sidebar';
const COLLAPSED = 'collapsed';

/** Whether the person collapsed the sidebar, now or at an earlier visit. */
export const readCollapsed = (storage: Storage): boolean => storage.getItem(KEY) === COLLAPSED;

export function writeCollapsed(storage: Storage, collapsed: boolean): void {
  if (collapsed) storage.setItem(KEY, COLLAPSED);
  else storage.removeItem(KEY);
}
