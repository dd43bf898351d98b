import { defineApp } from '@primazia/kit/rspack';

export default defineApp({
  name: 'mfe-ads',
  dir: import.meta.dirname,
  exposes: { './module': './src/module.tsx' },
});
