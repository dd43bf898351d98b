import { defineApp } from '@primazia/kit/rspack';

export default defineApp({
  name: 'mfe-insights',
  dir: import.meta.dirname,
  exposes: { './module': './src/module.tsx' },
});
