const MAKES_JSON_SCHEMA = /^\s*inst\._zod\.processJSONSchema = .*;$/gm;
const IMPORT = /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*$/m;
const REFUSED = [
  "const createToJSONSchemaMethod = () => () => { throw new Error('Pages make no JSON Schema.'); };",
  'const createStandardJSONSchemaMethod = createToJSONSchemaMethod;',
].join(' ');

/**
 * Takes out of zod what makes JSON Schema of a schema, which the server does and no page: each schema carries it, so that
 * no build leaves it out by itself.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} source
 * @throws {Error} where zod says it in other words by now
 */
export default function leanZod(source) {
  if (!MAKES_JSON_SCHEMA.test(source) || !IMPORT.test(source)) {
    throw new Error('zod makes JSON Schema in another way than this build knows.');
  }
  return source.replace(MAKES_JSON_SCHEMA, '').replace(IMPORT, REFUSED);
}
