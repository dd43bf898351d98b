// npm run backup | restore | migrate | monitoring-limit: runs backend/database.ts on the product's database.
import { fileURLToPath } from 'node:url';
import { install } from './lib/install.mjs';
import { runDatabaseCommand } from './lib/serve.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await install(root, (line) => console.error(line), { tools: false });
runDatabaseCommand(root, process.argv.slice(2));
