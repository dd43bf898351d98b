// npm run new-module NAME: a module that builds, shows a list page and passes the tests.
import { fileURLToPath } from 'node:url';
import { newModule } from './lib/new-module.mjs';
import { npm } from './lib/npm.mjs';
import { run } from './lib/processes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  const folder = newModule(root, process.argv[2]);
  // The lock file lists the new workspace.
  const { command, first } = npm();
  const { code, output } = await run(command, [...first, 'install', '--no-audit', '--no-fund'], {
    cwd: root,
  });
  if (code !== 0) throw new Error(`npm could not add the workspace.\n${output.trim()}`);
  console.log(
    `${folder} is there. npm start shows it; npm run dev -w ${folder} shows each change at once.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
