import { version } from '../package.json' with { type: 'json' };

/** The version of the kit that runs: modules declare which ones they work with. */
export const KIT_VERSION: string = version;
