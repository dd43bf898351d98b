import { defineApp } from '@primazia/kit/rspack';

export default defineApp({
  name: 'shell',
  dir: import.meta.dirname,
  entry: { main: './src/index.ts' },
  html: './index.html',
});
