import type { Need } from '@primazia/backend/kernel/endpoint';

/** A text in each language. */
export type Labels = Readonly<Record<'pt' | 'en' | 'es', string>>;

/** A module's entry in the sidebar. */
export interface SidebarEntry {
  group: string;
  path: string;
  labels: Labels;
  icon?: string;
  /** The permission to open it, as the endpoints of its page need it; absent: it is for everybody. */
  needs?: Need;
}

/** One build of one module, as the registry lists it. */
export interface RemoteModule {
  name: string;
  version: string;
  /** The content hash of the build, in hex. */
  build: string;
  /** The whole address of the build's `remoteEntry.js`. */
  entry: string;
  /** The expected hash of the entry's bytes; null: a developer's own build, which changes at any time. */
  integrity: string | null;
  /** Which versions of the kit it runs with, as a range. */
  kit: string;
  /** Paths below `/app`. */
  routes: string[];
  /** Of those, the pages without the sidebar. */
  bareRoutes: string[];
  sidebar: SidebarEntry[];
  /** The module's name for people; null: a build from before modules had names. */
  labels: Labels | null;
  /** The tag of its element in other pages; null where it has none. */
  embed: string | null;
}

/** The modules of an installation. */
export interface Registry {
  modules: RemoteModule[];
  /** What was left out and why, for the log. */
  refused: string[];
}

export interface RegistryRules {
  /** The address of the registry: addresses in it are relative to it. */
  registryUrl: string;
  /** Other origins that code may be loaded from. */
  allowedOrigins: readonly string[];
}

type Fields = Record<string, unknown>;

const NAME = /^[a-z][a-z0-9-]*$/;
/** A path of our own below `/app`, without a trailing slash. */
const APP_PATH = /^\/app(\/[a-z0-9-]+)+$/;
const INTEGRITY = /^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/;
const HEX = /^[0-9a-f]{8,}$/;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const NEEDS: readonly unknown[] = ['read', 'write', 'own'] satisfies Need[];
const isNeed = (value: unknown): value is Need => NEEDS.includes(value);
const isAppPath = (value: unknown): value is string => isText(value) && APP_PATH.test(value);

/** The entry's whole address, where code may be loaded from it. */
function entryOf(entry: unknown, { registryUrl, allowedOrigins }: RegistryRules): string | null {
  if (!isText(entry) || !URL.canParse(entry, registryUrl)) return null;
  const url = new URL(entry, registryUrl);
  const isOwn = url.origin === new URL(registryUrl).origin;
  return isOwn || allowedOrigins.includes(url.origin) ? url.href : null;
}

function labelsOf(raw: unknown): Labels | null {
  if (!isFields(raw)) return null;
  const { pt, en, es } = raw;
  return isText(pt) && isText(en) && isText(es) ? { pt, en, es } : null;
}

/** A valid sidebar entry; null: it is invalid. */
function sidebarEntryOf(raw: unknown): SidebarEntry | null {
  if (!isFields(raw) || !isText(raw.group) || !isAppPath(raw.path)) return null;
  const labels = labelsOf(raw.labels);
  if (labels === null) return null;
  const icon = isText(raw.icon) ? { icon: raw.icon } : {};
  // An unknown need hides nothing: the server decides.
  const needs = isNeed(raw.needs) ? { needs: raw.needs } : {};
  return { group: raw.group, path: raw.path, labels, ...icon, ...needs };
}

/** The invalid part of a module's entry; null: none. */
function faultOf(raw: Fields): string | null {
  if (!isText(raw.name) || !NAME.test(raw.name)) return 'name';
  if (!isText(raw.version)) return 'version';
  if (!isText(raw.build) || !HEX.test(raw.build)) return 'build';
  const { routes, integrity } = raw;
  if (integrity !== null && !(isText(integrity) && INTEGRITY.test(integrity))) return 'integrity';
  if (!isText(raw.kit)) return 'kit';
  if (!Array.isArray(routes) || routes.length === 0 || !routes.every(isAppPath)) return 'routes';
  return null;
}

/** The allowed origins of an entry, and whether its integrity is required. */
interface EntryRules {
  entry: string | null;
  needsIntegrity: boolean;
}

/**
 * The module of an entry in the registry.
 * @returns the fault, where it cannot be used
 */
function moduleOf(
  raw: unknown,
  rulesOf: (fields: Fields) => EntryRules,
): { module: RemoteModule; hidden: number } | string {
  const fields: Fields = isFields(raw) ? raw : {};
  const name = String(fields.name);
  const { entry, needsIntegrity } = rulesOf(fields);
  const fault = faultOf(needsIntegrity ? fields : { ...fields, integrity: null });
  if (fault !== null) return `${name}: ${fault}`;
  if (needsIntegrity && fields.integrity === null) return `${name}: integrity`;
  if (entry === null) return `${name}: code may not come from ${String(fields.entry)}`;
  const bare: unknown[] = Array.isArray(fields.bareRoutes) ? fields.bareRoutes : [];
  const offered: unknown[] = Array.isArray(fields.sidebar) ? fields.sidebar : [];
  const sidebar = offered.map(sidebarEntryOf).filter((one) => one !== null);
  const module = {
    name,
    version: String(fields.version),
    build: String(fields.build),
    entry,
    integrity: needsIntegrity ? String(fields.integrity) : null,
    kit: String(fields.kit),
    routes: (fields.routes as string[]).map(String),
    bareRoutes: bare.filter(isAppPath),
    sidebar,
    labels: labelsOf(fields.labels),
    embed: isText(fields.embed) ? fields.embed : null,
  };
  return { module, hidden: offered.length - sidebar.length };
}

/**
 * Parses the manifest of a developer's own build, which changes at any time: its hash is not known beforehand.
 * @param entry the whole address of its entry; the caller has checked that it is allowed
 * @throws {Error} where it cannot be used
 */
export function parseOwnBuild(raw: unknown, entry: string): RemoteModule {
  const read = moduleOf(raw, () => ({ entry, needsIntegrity: false }));
  if (typeof read === 'string') throw new Error(read);
  return read.module;
}

/**
 * Parses the registry of modules as far as it is valid: one invalid module or sidebar entry does not affect the others.
 * Checked without zod: this is part of the loader that other pages fetch, where each kilobyte counts.
 * @throws {Error} where there is no list at all
 */
export function parseRegistry(raw: unknown, rules: RegistryRules): Registry {
  if (!Array.isArray(raw)) throw new Error('the registry is not a list');
  const modules: RemoteModule[] = [];
  const refused: string[] = [];
  for (const candidate of raw) {
    const read = moduleOf(candidate, ({ entry }) => ({
      entry: entryOf(entry, rules),
      needsIntegrity: true,
    }));
    if (typeof read === 'string') {
      refused.push(read);
      continue;
    }
    const { module, hidden } = read;
    if (modules.some(({ name }) => name === module.name)) {
      refused.push(`${module.name}: a second one`);
      continue;
    }
    if (hidden > 0) refused.push(`${module.name}: ${hidden} entries of the sidebar`);
    modules.push(module);
  }
  return { modules, refused };
}
