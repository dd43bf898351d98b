import type { SidebarEntry } from '@primazia/kit/remote';
import { OWN_PATHS } from '../navigation/own-paths.ts';

export type { RemoteModule } from '@primazia/kit/remote';

const covers = (route: string, path: string) => path === route || path.startsWith(`${route}/`);

/** The module whose page is at a path. */
export function moduleAt<T extends { readonly routes: readonly string[] }>(
  modules: readonly T[],
  path: string,
): T | undefined {
  if (OWN_PATHS.includes(path)) return undefined;
  return modules.find((module) => module.routes.some((route) => covers(route, path)));
}

/** The sidebar entries of the modules whose pages the person may open. */
export const entriesFor = (
  modules: readonly { readonly sidebar: readonly SidebarEntry[] }[],
  may: (need: NonNullable<SidebarEntry['needs']>) => boolean,
): SidebarEntry[] =>
  modules
    .flatMap(({ sidebar }) => sidebar)
    .filter(({ needs }) => needs === undefined || may(needs));

/** The sidebar entry that a path belongs to; where several do, the nearest. */
export function entryAt<T extends { readonly path: string }>(
  entries: readonly T[],
  path: string,
): T | undefined {
  return entries
    .filter((entry) => covers(entry.path, path))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** The name of the section of a path: builds are replaced only when a person opens another section. */
export function sectionAt(
  modules: readonly {
    readonly routes: readonly string[];
    readonly sidebar: readonly { readonly path: string }[];
  }[],
  path: string,
): string {
  const entries = modules.flatMap(({ sidebar }) => sidebar);
  const [route] = moduleAt(modules, path)?.routes.filter((one) => covers(one, path)) ?? [];
  return entryAt(entries, path)?.path ?? route ?? path;
}
