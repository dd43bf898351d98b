import { defineApp } from '@primazia/kit/rspack';

export default defineApp({
  name: 'mfe-integrations',
  dir: import.meta.dirname,
  exposes: { './module': './src/module.tsx' },
});
