// Whether one JSON Schema takes all that another one does. Of JSON Schema only what zod writes; what is not known here is
// refused, so that nothing is passed over.

export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  pattern?: string;
  format?: string;
  default?: unknown;
  /** Of an open enum: the name of its labels in the API. */
  words?: string;
}

const KNOWN = new Set([
  ...['type', 'const', 'enum', 'anyOf', 'oneOf', 'properties', 'required', 'additionalProperties'],
  ...['propertyNames', 'items', 'prefixItems', 'minItems', 'maxItems', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'pattern'],
  ...['format', 'default', 'words'],
]);

/** What does not fit, and where: a dotted path from the root. */
export interface Misfit {
  at: string;
  /** `value`: one more value of an enum; a client may have to handle any. */
  kind: 'value' | 'other';
  /** One more value of an open enum: clients show it by the label that the API sends. */
  grown?: { words: string; value: unknown };
  says: string;
}

/**
 * `request`: the wide schema is the present one, and has to accept and use everything that clients send; `answer`: the
 * wide schema is the previous one, and clients parse present answers by it. Lengths, sizes and counts in answers are not
 * compared, and clients ignore unknown fields.
 */
export type Direction = 'request' | 'answer';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const written = (value: unknown) => JSON.stringify(value);

/** The schemas of which a value has to be one: unions taken apart, also those of values. */
function alternativesOf(schema: Schema): Schema[] {
  const odd = Object.keys(schema).filter((name) => !KNOWN.has(name));
  if (odd.length > 0) throw new Error(`JSON Schema's ${odd.join(', ')} is not compared yet`);
  const { anyOf, oneOf, enum: values, ...rest } = schema;
  const union = anyOf ?? oneOf;
  if (union !== undefined) {
    const { words } = rest;
    const all = union.flatMap(alternativesOf);
    if (words === undefined) return all;
    return all.map((one) => (one.const === undefined ? { ...one, words } : one));
  }
  if (values !== undefined) return values.map((value) => ({ ...rest, const: value }));
  const { type } = rest;
  return Array.isArray(type) ? type.map((one) => ({ ...rest, type: one })) : [rest];
}

const CONSTRAINTS = ['type', 'const', 'properties', 'items', 'prefixItems'] as const;
const takesAnything = (schema: Schema) =>
  CONSTRAINTS.every((name) => schema[name] === undefined) &&
  alternativesOf(schema).length === 1 &&
  schema.anyOf === undefined &&
  schema.oneOf === undefined &&
  schema.enum === undefined;

const join = (at: string, name: string) => (at === '' ? name : `${at}.${name}`);
const other = (at: string, says: string): Misfit => ({ at, kind: 'other', says });

const LEAST = ['minItems', 'minLength', 'minimum', 'exclusiveMinimum'] as const;
const MOST = ['maxItems', 'maxLength', 'maximum', 'exclusiveMaximum'] as const;

/** Whether all that the bounds of one let through is within one bound of the other. */
function isBounded(wide: Schema, narrow: Schema, name: (typeof LEAST | typeof MOST)[number]) {
  const bound = wide[name];
  if (bound === undefined) return true;
  const { minimum = -Infinity, maximum = Infinity } = narrow;
  switch (name) {
    case 'minimum':
      return Math.max(minimum, narrow.exclusiveMinimum ?? -Infinity) >= bound;
    case 'exclusiveMinimum':
      return minimum > bound || (narrow.exclusiveMinimum ?? -Infinity) >= bound;
    case 'maximum':
      return Math.min(maximum, narrow.exclusiveMaximum ?? Infinity) <= bound;
    case 'exclusiveMaximum':
      return maximum < bound || (narrow.exclusiveMaximum ?? Infinity) <= bound;
    case 'minItems':
    case 'minLength':
      return (narrow[name] ?? 0) >= bound;
    default:
      return (narrow[name] ?? Infinity) <= bound;
  }
}

/** Bounds that exclude values that were accepted before. */
function boundsOf(wide: Schema, narrow: Schema, at: string): Misfit[] {
  const tighter = [...LEAST, ...MOST].filter((name) => !isBounded(wide, narrow, name));
  const { multipleOf, pattern } = wide;
  return [
    ...tighter.map((name) =>
      other(at, `${name} is ${wide[name]} now, not ${narrow[name] ?? 'any'}`),
    ),
    ...(multipleOf !== undefined && multipleOf !== narrow.multipleOf
      ? [other(at, `has to be a multiple of ${multipleOf} now`)]
      : []),
    ...(pattern !== undefined && pattern !== narrow.pattern
      ? [other(at, `has to be like ${pattern} now`)]
      : []),
  ];
}

function fieldsOf(wide: Schema, narrow: Schema, direction: Direction, at: string): Misfit[] {
  const { properties: wideFields = {}, additionalProperties: rest } = wide;
  const { properties: narrowFields = {} } = narrow;
  const isRequest = direction === 'request';
  const misfits: Misfit[] = [];
  for (const [name, field] of Object.entries(narrowFields)) {
    const place = join(at, name);
    const known = wideFields[name];
    if (known !== undefined) misfits.push(...misfitsOf(known, field, direction, place));
    else if (typeof rest === 'object') misfits.push(...misfitsOf(rest, field, direction, place));
    else if (isRequest) misfits.push(other(place, 'is heeded no more'));
  }
  for (const name of wide.required ?? []) {
    if (narrow.required?.includes(name)) continue;
    if (isRequest) misfits.push(other(join(at, name), 'has to be sent now'));
    else if (narrowFields[name] !== undefined)
      misfits.push(other(join(at, name), 'may be absent now'));
  }
  const lost = isRequest ? [] : Object.keys(wideFields).filter((name) => !(name in narrowFields));
  misfits.push(...lost.map((name) => other(join(at, name), 'is gone')));
  return misfits;
}

/** The schema of an object's additional properties. */
function restOf(wide: Schema, narrow: Schema, direction: Direction, at: string): Misfit[] {
  const { additionalProperties: wideRest, propertyNames: wideNames } = wide;
  const { additionalProperties: narrowRest, propertyNames: narrowNames } = narrow;
  const place = join(at, '*');
  const isRequest = direction === 'request';
  const misfits: Misfit[] = [];
  if (isRequest && wideRest === false && narrowRest !== false)
    misfits.push(other(at, 'refuses fields that it does not know now'));
  if (typeof wideRest === 'object' && typeof narrowRest === 'object')
    misfits.push(...misfitsOf(wideRest, narrowRest, direction, place));
  else if (isRequest && typeof narrowRest === 'object')
    misfits.push(other(place, 'is heeded no more'));
  else if (!isRequest && typeof wideRest === 'object' && narrow.properties === undefined)
    misfits.push(other(place, 'is gone'));
  if (wideNames !== undefined)
    misfits.push(...misfitsOf(wideNames, narrowNames ?? { type: 'string' }, direction, place));
  return misfits;
}

function entriesOf(wide: Schema, narrow: Schema, direction: Direction, at: string): Misfit[] {
  const place = join(at, '[]');
  if (wide.prefixItems !== undefined || narrow.prefixItems !== undefined) {
    const [wideItems = [], narrowItems = []] = [wide.prefixItems, narrow.prefixItems];
    if (wideItems.length !== narrowItems.length) return [other(place, 'has another length')];
    return wideItems.flatMap((item, index) =>
      misfitsOf(item, narrowItems[index]!, direction, join(at, `[${index}]`)),
    );
  }
  return misfitsOf(wide.items ?? {}, narrow.items ?? {}, direction, place);
}

/** The schema of the unknown values of an open enum. */
function ofOpenList(words: string, narrow: Schema, at: string): Misfit[] {
  if (narrow.words === words) return [];
  if (narrow.const === undefined) return [other(at, `no longer takes its words from ${words}`)];
  const says = `${written(narrow.const)} may come now`;
  return [{ at, kind: 'value', says, grown: { words, value: narrow.const } }];
}

/** The type of a value, as nearly as JSON Schema has one. */
const typeOf = ({ const: value, type }: Schema): unknown =>
  value === undefined ? type : Number.isInteger(value) ? 'integer' : typeof value;

/** Of one alternative against one other. */
function between(wide: Schema, narrow: Schema, direction: Direction, at: string): Misfit[] {
  if (wide.words !== undefined) return ofOpenList(wide.words, narrow, at);
  if (wide.const !== undefined) {
    // An enum that becomes open breaks no client; only its new values may.
    if (narrow.words !== undefined || same(wide.const, narrow.const)) return [];
    if (narrow.const === undefined) {
      const kind = typeOf(wide) === narrow.type ? 'value' : 'other';
      return [{ at, kind, says: `is not only ${written(wide.const)}` }];
    }
    const says = direction === 'request' ? 'is taken no more' : 'may come now';
    return [{ at, kind: 'value', says: `${written(narrow.const)} ${says}` }];
  }
  const isWithin =
    wide.type === undefined ||
    wide.type === narrow.type ||
    wide.type === typeOf(narrow) ||
    (wide.type === 'number' && narrow.type === 'integer');
  if (!isWithin)
    return [other(at, `is ${narrow.type ?? 'anything'} where ${wide.type} is understood`)];
  if (narrow.const !== undefined) return [];
  const misfits = direction === 'request' ? boundsOf(wide, narrow, at) : [];
  if (wide.format !== undefined && wide.format !== narrow.format)
    misfits.push(other(at, `is ${narrow.format ?? 'any text'} where ${wide.format} is understood`));
  if (wide.type === 'object')
    misfits.push(...fieldsOf(wide, narrow, direction, at), ...restOf(wide, narrow, direction, at));
  if (wide.type === 'array') misfits.push(...entriesOf(wide, narrow, direction, at));
  return misfits;
}

/** What `narrow` lets through and `wide` does not understand; where it is one of several, what is nearest to it. */
export function misfitsOf(wide: Schema, narrow: Schema, direction: Direction, at = ''): Misfit[] {
  const misfits: Misfit[] = [];
  // Left out, it means what it meant.
  if (
    direction === 'request' &&
    narrow.default !== undefined &&
    !same(narrow.default, wide.default)
  )
    misfits.push(
      other(
        at,
        `means ${written(wide.default) ?? 'nothing'} where it is left out, not ${written(narrow.default)}`,
      ),
    );
  if (takesAnything(wide)) return misfits;
  const understood = alternativesOf(wide);
  const open = understood.filter(({ words }) => words !== undefined);
  for (const alternative of alternativesOf(narrow)) {
    let nearest: Misfit[] | null = null;
    const isOpen = alternative.words !== undefined;
    for (const one of isOpen && open.length > 0 ? open : [...open, ...understood]) {
      const found = between(one, alternative, direction, at);
      const isNearer =
        nearest === null ||
        found.length < nearest.length ||
        (found.length === nearest.length && distance(found, at) > distance(nearest, at));
      if (isNearer) nearest = found;
      if (found.length === 0) break;
    }
    misfits.push(...(nearest ?? []));
  }
  return misfits;
}

/** The depth of the first mismatch: a wrong field of the right object is more specific than the wrong object. */
const distance = ([first]: readonly Misfit[], at: string) => (first?.at.length ?? 0) - at.length;
