// npm run release-contract [-- --again]: keeps the contract as it is in the code as that of a release.
import { breakagesOf } from './compare.ts';
import {
  isSame,
  presentContract,
  readRelease,
  releases,
  removeRelease,
  saveRelease,
} from './released.ts';

async function release(again: boolean): Promise<string> {
  const present = await presentContract();
  const { api } = present;
  const known = await releases();
  const newest = known.at(-1) ?? 0;
  if (api < newest) throw new Error(`API_VERSION is ${api}, and ${newest} is released already`);
  if (known.includes(api)) {
    if (isSame(await readRelease(api), present) && !again)
      return `Contract ${api} is released as it stands`;
    if (!again)
      throw new Error(
        `Contract ${api} is released and has grown since: set API_VERSION to ${api + 1}. ` +
          'Where no installation runs it yet: npm run release-contract -- --again',
      );
  }
  const before = known.filter((one) => one < api).at(-1);
  const breakages = before === undefined ? [] : breakagesOf(await readRelease(before), present);
  if (breakages.length > 0)
    throw new Error(
      `Clients of contract ${before} would stumble:\n${breakages.map((one) => `  ${one}`).join('\n')}`,
    );
  await saveRelease(present);
  // Each release contains what the previous one had: contracts only grow.
  for (const old of known.filter((one) => one < (before ?? 0))) await removeRelease(old);
  return `Contract ${api} is released: ${Object.keys(present.endpoints).length} endpoints`;
}

try {
  console.log(await release(Deno.args.includes('--again')));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  Deno.exit(1);
}
