import { join } from 'node:path';
import { ShellOffer } from './manifest.ts';
import { ignoreMissing, writeNew } from './switches.ts';

/** What a shell offers lies beside its page, and beside the modules that it shows. */
export const OFFER = 'shell.json';

/** What the shell offers, as a folder tells it; null where it does not. */
export async function offerIn(folder: string): Promise<ShellOffer | null> {
  try {
    return ShellOffer.parse(JSON.parse(await Deno.readTextFile(join(folder, OFFER))));
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

/**
 * Tells in the folder of the modules what the shell offers that shows them, for those who deploy into the folder itself.
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
