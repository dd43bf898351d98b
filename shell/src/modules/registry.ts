import * as z from 'zod';

const Labels = z.object({ pt: z.string().min(1), en: z.string().min(1), es: z.string().min(1) });

/** A path of our own below `/app`, without a trailing slash. */
const AppPath = z.string().regex(/^\/app(\/[a-z0-9-]+)+$/);

const SidebarEntry = z.object({
  group: z.string().min(1),
  path: AppPath,
  labels: Labels,
  icon: z.string().optional(),
});
export type SidebarEntry = z.infer<typeof SidebarEntry>;

const Module = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  version: z.string(),
  /** Where its remote entry is: a path of our own or another https address. */
  entry: z.string().regex(/^(\/(?!\/)|https:\/\/)/),
  routes: z.array(AppPath).min(1),
  /** Read one by one, below: an entry that cannot be shown does not hide its module. */
  sidebar: z.array(z.unknown()).default([]),
});
export type Module = Omit<z.infer<typeof Module>, 'sidebar'> & { sidebar: SidebarEntry[] };

export interface Registry {
  modules: Module[];
  /** What was left out, for the log. */
  refused: string[];
}

/**
 * Reads the registry of modules as far as it goes: one broken module, or one broken sidebar entry, does not
 * take the others down. Throws where there is no list at all.
 */
export function parseRegistry(raw: unknown): Registry {
  const modules: Module[] = [];
  const refused: string[] = [];
  for (const [index, candidate] of z.array(z.unknown()).parse(raw).entries()) {
    const read = Module.safeParse(candidate);
    if (!read.success) {
      refused.push(`module ${index}: ${z.prettifyError(read.error)}`);
      continue;
    }
    const { name } = read.data;
    if (modules.some((module) => module.name === name)) {
      refused.push(`module ${index}: a second ${name}`);
      continue;
    }
    const entries = read.data.sidebar.map((entry) => SidebarEntry.safeParse(entry));
    for (const entry of entries) {
      if (!entry.success) refused.push(`sidebar of ${name}: ${z.prettifyError(entry.error)}`);
    }
    const sidebar = entries.flatMap((entry) => (entry.success ? [entry.data] : []));
    modules.push({ ...read.data, sidebar });
  }
  return { modules, refused };
}

const covers = (route: string, path: string) => path === route || path.startsWith(`${route}/`);

/** The module whose page stands at a path. */
export function moduleAt<T extends { readonly routes: readonly string[] }>(
  modules: readonly T[],
  path: string,
): T | undefined {
  return modules.find((module) => module.routes.some((route) => covers(route, path)));
}

/** The sidebar entry that a path belongs to; where several do, the nearest. */
export function entryAt<T extends { readonly path: string }>(
  entries: readonly T[],
  path: string,
): T | undefined {
  return entries
    .filter((entry) => covers(entry.path, path))
    .sort((a, b) => b.path.length - a.path.length)[0];
}
