import { version } from '../package.json' with { type: 'json' };

/** The version of the kit that runs: modules say which ones they can stand on. */
export const KIT_VERSION: string = version;
