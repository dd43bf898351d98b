const MAKES_JSON_SCHEMA = /^\s*inst\._zod\.processJSONSchema = .*;$/gm;
const IMPORT = /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*$/m;
const REFUSED = [
  "const createToJSONSchemaMethod = () => () => { throw new Error('Pages make no JSON Schema.'); };",
  'const createStandardJSONSchemaMethod = createToJSONSchemaMethod;',
].join(' ');

const ENGLISH = /^import en from "\.\.\/locales\/en\.js";$/m;
const SPEAKS_ENGLISH = /^\s*if \(!core\.globalConfig\.localeError\)\n\s*core\.config\(en\(\)\);$/m;

/**
 * Takes out of zod what makes JSON Schema of a schema, which the server does and no page, and its English, since pages
 * have texts of their own for what does not fit: each schema carries both, so that no build leaves them out by itself.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} source
 * @throws {Error} where zod says it in other words by now
 */
export default function leanZod(source) {
  for (const known of [MAKES_JSON_SCHEMA, IMPORT, ENGLISH, SPEAKS_ENGLISH]) {
    if (source.search(known) === -1)
      throw new Error(`zod no longer holds ${known}, which this build takes out of it.`);
  }
  return source
    .replace(MAKES_JSON_SCHEMA, '')
    .replace(IMPORT, REFUSED)
    .replace(ENGLISH, '')
    .replace(SPEAKS_ENGLISH, '');
}
