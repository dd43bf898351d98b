// A process that deploys build after build into a folder until it is killed.
import { folderTarget } from '../web/targets.ts';
import { builtModule, bytes } from './module-server.ts';

const [modules = ''] = Deno.args;
const target = folderTarget(
  modules,
  { clock: () => new Date(), uuid: () => crypto.randomUUID() },
  () => Promise.resolve(null),
);

for (let number = 0; ; number += 1) {
  const parts = Array.from(
    { length: 20 },
    (_, index) => [`part-${index}.js`, bytes(`${Deno.pid} ${number}`)] as const,
  );
  const { manifest, files } = builtModule(`${Deno.pid} ${number}`, {}, parts);
  await target.hand(manifest, files);
  await target.order(manifest.name, { do: 'live', build: manifest.build });
  console.log(manifest.build);
}
