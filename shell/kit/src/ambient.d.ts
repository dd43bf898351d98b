/** Style sheets are imported for their effect: the build puts them beside the script. */
declare module '*.css';

/** The texts that are shown first (see `first.json` beside them). */
declare module '*.json?first' {
  const texts: Record<string, unknown>;
  export default texts;
}
