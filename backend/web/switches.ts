// Stores which build of a module is live. Each switch is a numbered file, written atomically and never changed: readers take
// the last one, and of two concurrent switches the second finds its number taken, reads again, and continues from the first.
import { join } from 'node:path';
import { type Change, Deployment, NEVER } from './deployment.ts';

/** How many switches are kept as history. */
const MAX_SWITCHES = 50;

const FILE = /^(\d{8})\.json$/;
const fileOf = (number: number) => `${String(number).padStart(8, '0')}.json`;

export const switchesOf = (modules: string, name: string) => join(modules, name, 'switches');

/** Another process may have cleaned up too, or there never was anything. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory))
    throw error;
}

/** The numbers of the switches there, the last one first. */
async function numbersIn(folder: string): Promise<number[]> {
  const numbers: number[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) {
      const number = FILE.exec(name)?.[1];
      if (number !== undefined) numbers.push(Number(number));
    }
  } catch (error) {
    ignoreMissing(error);
  }
  return numbers.sort((a, b) => b - a);
}

/**
 * The state of a module.
 * @param modules the folder of the modules
 * @throws if the last switch cannot be read: no answer is better than an outdated one
 */
export async function readDeployment(modules: string, name: string): Promise<Deployment> {
  const folder = switchesOf(modules, name);
  const [last] = await numbersIn(folder);
  if (last === undefined) return NEVER;
  return Deployment.parse(JSON.parse(await Deno.readTextFile(join(folder, fileOf(last)))));
}

/** Writes a new file to the disk itself, so that it is there also after the power was gone. */
export async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await Deno.open(path, { write: true, createNew: true });
  try {
    for (let done = 0; done < bytes.length; ) done += await file.write(bytes.subarray(done));
    await file.sync();
  } finally {
    file.close();
  }
}

/** Makes a switch appear whole under its number; false where the number is taken. */
async function appear(folder: string, deployment: Deployment, draft: string): Promise<boolean> {
  await writeNew(draft, new TextEncoder().encode(`${JSON.stringify(deployment)}\n`));
  try {
    // A rename would silently replace the switch of another process.
    await Deno.link(draft, join(folder, fileOf(deployment.number)));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  } finally {
    await Deno.remove(draft);
  }
}

/** Time and randomness are arguments. */
export interface Hand {
  clock: () => Date;
  uuid: () => string;
}

/**
 * Changes the state of a module: `change` is called again if another process was faster. Without a difference there is no
 * switch. Null if `change` gives that.
 */
export async function changeDeployment(
  modules: string,
  name: string,
  { clock, uuid }: Hand,
  change: (deployment: Deployment) => Change | null,
): Promise<Deployment | null> {
  const folder = switchesOf(modules, name);
  await Deno.mkdir(folder, { recursive: true });
  for (;;) {
    const present = await readDeployment(modules, name);
    const changed = change(present);
    if (changed === null) return null;
    const next = { ...present, ...changed };
    if (JSON.stringify(next) === JSON.stringify(present)) return present;
    const deployment = { ...next, number: present.number + 1, at: clock().toISOString() };
    if (!(await appear(folder, deployment, join(folder, `.draft-${uuid()}`)))) continue;
    for (const old of (await numbersIn(folder)).slice(MAX_SWITCHES)) {
      await Deno.remove(join(folder, fileOf(old))).catch(ignoreMissing);
    }
    return deployment;
  }
}
