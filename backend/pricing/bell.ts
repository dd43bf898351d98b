import { BELLS as RULES } from './rules/bell.ts';
import { BELLS as SAFETY } from './safety/bell.ts';
import { BELLS as UPDATES } from './updates/bell.ts';

export const BELLS = [...UPDATES, ...RULES, ...SAFETY];
