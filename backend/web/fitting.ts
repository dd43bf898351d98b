import { satisfies } from 'compare-versions';
import type { Manifest, ShellOffer } from './manifest.ts';

/**
 * Why a build would not run in a shell, each reason with the way out; nothing where it would.
 * @param own the manifest of the build
 */
export function misfits(own: Manifest, offer: ShellOffer): string[] {
  const found: string[] = [];
  if (!satisfies(offer.kit, own.kit)) {
    found.push(
      `It needs the kit ${own.kit}, and this shell has ${offer.kit}. Bring the installation up to date first, or build the module with a kit ${offer.kit}.`,
    );
  }
  for (const [name, version] of Object.entries(own.shared)) {
    const offered = offer.shared[name];
    // The module contains the packages that the shell does not have.
    if (offered === undefined || satisfies(offered, `^${version}`)) continue;
    found.push(
      `It was built with ${name} ${version}, and this shell has ${offered}, of which there is one on a page. Bring the installation up to date first, or build the module with ${name} ${offered}.`,
    );
  }
  if (own.api > offer.api) {
    found.push(
      `It was written for version ${own.api} of the API, and this installation answers version ${offer.api}. Bring the installation up to date first.`,
    );
  }
  return found;
}
