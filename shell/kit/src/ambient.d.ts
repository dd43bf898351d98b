/** Style sheets are taken in for their effect: the build puts them beside the script. */
declare module '*.css';

/** Of texts those that are said first (see `first.json` beside them). */
declare module '*.json?first' {
  const texts: Record<string, unknown>;
  export default texts;
}
