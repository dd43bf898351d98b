// Schemas of environment settings, with the messages for invalid values (the text after the setting's name).
import * as z from 'zod';

function isEscaped({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** @param protocols with their colon: `https:` */
export const address = (protocols: string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      error: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      abort: true,
    })
    // The client that connects there decodes them.
    .refine((value) => isEscaped(new URL(value)), {
      error: 'has a % in its user or password that is no escape: write it as %25',
    });

export const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' });

/** A secret of at least so many bytes; one is generated where it is not given. */
export const secret = (bytes: number) =>
  z.string().refine((value) => new TextEncoder().encode(value).length >= bytes, {
    error: `must have at least ${bytes} bytes; leave it out to have one made`,
  });

/** The environment of a process. An empty value counts as not given. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Those of the named settings that are given, without blanks around them. */
export const givenSettings = (
  environment: Environment,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name]?.trim();
      return value ? [[name, value] as const] : [];
    }),
  );

/** Settings of a part of the product, in addition to the platform's. */
export interface SettingsGroup {
  /** By their names in the environment, with a description of each. */
  schema: z.ZodObject;
  /** The settings that name the product's application there, which belong together. */
  client: { id: string; secret: string };
  /** Whether the product cannot run without it while the sandbox is off. */
  isNeeded: boolean;
  /** Secrets that are generated if not given: name in `secrets.json` -> setting. */
  secrets: Readonly<Record<string, string>>;
}
