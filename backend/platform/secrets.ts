import { join } from 'node:path';
import * as z from 'zod';
import type { Secrets } from './config.ts';

const Stored = z.record(z.string(), z.string());

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

const random = (length: number) => base64(crypto.getRandomValues(new Uint8Array(length)));

/** Letters and digits that are not easily confused, for a password that is typed. */
const LEGIBLE = 'abcdefghjkmnpqrstuvwxyz23456789';

function legible(length: number): string {
  // Bytes above the last whole round are left out, so that every letter is as likely as the next.
  const limit = 256 - (256 % LEGIBLE.length);
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < limit && text.length < length) text += LEGIBLE[byte % LEGIBLE.length];
    }
  }
  return text;
}

const make = (others: readonly string[]): Secrets => ({
  ...Object.fromEntries(others.map((name) => [name, random(32)])),
  jwtSecret: random(48),
  vaultKey: random(32),
  databaseAppPassword: random(24),
  postgresPassword: random(24),
  demoPassword: legible(14),
});

async function read(file: string): Promise<Record<string, string>> {
  let text: string;
  try {
    text = await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
  try {
    return Stored.parse(JSON.parse(text));
  } catch (cause) {
    // New secrets could not decrypt what the lost ones protect.
    throw new Error(
      `${file} is damaged: restore a copy of it, or remove it and the data to start over.`,
      {
        cause,
      },
    );
  }
}

/**
 * Writes a temporary file and renames it, so that a crash leaves the old or the new one, never a part. Returns whether it
 * did: a `first` file does not replace one that another process created in the meantime.
 */
async function write(file: string, secrets: Secrets, first: boolean): Promise<boolean> {
  const unfinished = `${file}.${crypto.randomUUID()}`;
  {
    using handle = await Deno.open(unfinished, { createNew: true, write: true, mode: 0o600 });
    const text = new TextEncoder().encode(`${JSON.stringify(secrets, null, 2)}\n`);
    for (let sent = 0; sent < text.length; ) sent += await handle.write(text.subarray(sent));
    await handle.sync();
  }
  if (!first) {
    await Deno.rename(unfinished, file);
    return true;
  }
  try {
    await Deno.link(unfinished, file);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  } finally {
    await Deno.remove(unfinished);
  }
}

/**
 * The secrets of this installation: those of the environment, those stored in `secrets.json` of the data folder, and
 * new ones for the rest, which are stored there. Those of the environment are not stored.
 * @param others names of further secrets, which are generated too where they are missing
 */
export async function loadSecrets(
  dataFolder: string,
  given: Readonly<Record<string, string>> = {},
  others: readonly string[] = [],
): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json');
  for (;;) {
    const stored = await read(file);
    const complete = { ...make(others), ...stored };
    const known = Object.keys(stored).length;
    if (known === Object.keys(complete).length) return { ...complete, ...given };
    await Deno.mkdir(dataFolder, { recursive: true });
    if (await write(file, complete, known === 0)) return { ...complete, ...given };
  }
}

/** Writes all secrets for another data folder, including those of the environment. */
export async function copySecrets(secrets: Secrets, file: string): Promise<void> {
  await write(file, secrets, false);
}
