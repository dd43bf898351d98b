import { RULES_BELL, RULES_LEFT_PAUSE_BELL } from './rules/bell.ts';
import { SWITCH_BELL } from './safety/bell.ts';
import { UPDATES_BELL } from './updates/bell.ts';

export const BELLS = [UPDATES_BELL, RULES_BELL, RULES_LEFT_PAUSE_BELL, SWITCH_BELL];
