import { askAhead } from './modules/ahead.ts';

askAhead();
