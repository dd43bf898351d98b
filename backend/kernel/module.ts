import * as z from 'zod';

/** The name of a module: that of its folder and of its `module.json`. */
export const ModuleName = z.string().regex(/^mfe-[a-z0-9-]{1,40}$/);
export type ModuleName = z.infer<typeof ModuleName>;

/** What others need to know of an installed module: the content of its `module.json`. */
export interface ModuleInfo {
  name: ModuleName;
  /** What people call it, by language. */
  labels: Readonly<Record<'pt' | 'en' | 'es', string>>;
  /** The tags of the API endpoints that it calls. */
  calls: readonly string[];
  /** The tag of its element in other pages; null: it cannot be embedded. */
  embed: string | null;
}
