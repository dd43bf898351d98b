import { satisfies, validate } from 'compare-versions';
import * as z from 'zod';
import { ModuleName } from '../kernel/module.ts';

/** The name of a build, as `fingerprint.mjs` makes it. */
export const Build = z.string().regex(/^[0-9a-f]{16}$/);

const Version = z.string().max(40).refine(validate, { error: 'is no version' });

/** A range of versions, such as `^0.2.0`. */
const Range = z
  .string()
  .max(80)
  .refine(
    (value) => {
      try {
        satisfies('1.0.0', value);
        return true;
      } catch {
        // The library's way of saying that it cannot read it.
        return false;
      }
    },
    { error: 'is no range of versions' },
  );

/** The versions of the packages that are on a page only once. */
const Shared = z.record(z.string().max(100), Version);

const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/** The manifest of a build and its requirements: the `module.json` next to its entry. */
export const Manifest = z.object({
  name: ModuleName,
  version: Version,
  build: Build,
  /** Of its entry, as a page holds it against what it loads. */
  integrity: Integrity,
  /** The files that a page requests first besides the entry, to be prefetched; older builds have none. */
  first: z
    .array(z.string().regex(/^[\w.-]{1,200}\.(js|css)$/))
    .max(10)
    .default([]),
  /** The kits that it runs with. */
  kit: Range,
  shared: Shared,
  /** The version of the API that it was written for. */
  api: z.int().min(1),
  routes: z.array(z.string().regex(/^\/app(\/[a-z0-9-]+)+$/)).max(200),
  /** Of those, the pages that are without the sidebar. */
  bareRoutes: z
    .array(z.string().regex(/^\/app(\/[a-z0-9-]+)+$/))
    .max(200)
    .default([]),
  /** Pages read them one by one. */
  sidebar: z.array(z.unknown()).max(200).default([]),
  /** What people call it; a build of before it had names has none. */
  labels: z.object({ pt: z.string(), en: z.string(), es: z.string() }).optional(),
  /** The tags of the API endpoints that it calls; a build of before they were declared has none. */
  calls: z
    .array(z.string().regex(/^[a-z-]{1,40}$/))
    .max(100)
    .optional(),
  /** The tag of its element in other pages. */
  embed: z
    .string()
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/)
    .optional(),
  /** The address of its entry, if that is on another origin. */
  entry: z.url({ protocol: /^https?$/ }).optional(),
});
export type Manifest = z.infer<typeof Manifest>;

/** A module as pages find it at run time. */
export interface ModuleEntry extends Manifest {
  /** Where its entry is: of our own, a path. */
  entry: string;
}

/** What a running shell offers: the `shell.json` next to its page. */
export const ShellOffer = z.object({
  kit: Version,
  shared: Shared,
  /** The version of the API that it was built with. */
  api: z.int().min(1),
});
export type ShellOffer = z.infer<typeof ShellOffer>;
