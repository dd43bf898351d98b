// Compresses the pages that npm start has built; started by it, with low priority.
import { fileURLToPath } from 'node:url';
import { compressBuilds } from './lib/build.mjs';

await compressBuilds(fileURLToPath(new URL('..', import.meta.url)));
