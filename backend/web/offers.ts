import { join } from 'node:path';
import { ShellOffer } from './manifest.ts';
import { ignoreMissing, writeNew } from './switches.ts';

/** A shell's offer is a file next to its page, and next to the modules that it shows. */
export const OFFER = 'shell.json';

/** The shell's offer from a folder; null if it has none. */
export async function offerIn(folder: string): Promise<ShellOffer | null> {
  try {
    return ShellOffer.parse(JSON.parse(await Deno.readTextFile(join(folder, OFFER))));
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

/**
 * Writes the shell's offer into the folder of its modules, for deploys directly into the folder.
 * @param shell the folder of the shell's page
 * @param key of this call alone
 */
export async function printOffer(shell: string, modules: string, key: string): Promise<void> {
  const offer = await offerIn(shell);
  if (offer === null) return;
  await Deno.mkdir(modules, { recursive: true });
  const draft = join(modules, `.draft-${key}`);
  await writeNew(draft, new TextEncoder().encode(`${JSON.stringify(offer, null, 2)}\n`));
  await Deno.rename(draft, join(modules, OFFER));
}
