// What of zod the pages use, by name: the builds put this in the place of 'zod', and share it, so that a page fetches one
// copy of these parts and none of the others. A name that is missing here is an error of the type check.
export type { core, infer, input, output, ZodType, ZodUndefined } from 'zod/v4';
export {
  array,
  boolean,
  coerce,
  custom,
  discriminatedUnion,
  email,
  enum,
  int,
  intersection,
  iso,
  literal,
  looseObject,
  null,
  number,
  object,
  pipe,
  record,
  strictObject,
  string,
  transform,
  tuple,
  union,
  unknown,
  url,
} from 'zod/v4';
