import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleInfo } from '../kernel/module.ts';

const ROOT = join(import.meta.dirname!, '..', '..');

/** The modules of the working tree, with their `module.json`. */
export const WORKING_TREE_MODULES: readonly ModuleInfo[] = readdirSync(ROOT)
  .filter((name) => name.startsWith('mfe-'))
  .sort()
  .map((name) => JSON.parse(readFileSync(join(ROOT, name, 'module.json'), 'utf8')))
  .map(({ name, labels, calls, embed = null }) => ({ name, labels, calls, embed }));
