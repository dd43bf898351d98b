// npm run backup | restore | migrate | monitoring-limit in a packaged folder.
import { fileURLToPath } from 'node:url';
import { runDatabaseCommand } from '../lib/serve.mjs';

runDatabaseCommand(fileURLToPath(new URL('../..', import.meta.url)), process.argv.slice(2));
