import { prefetchRegistry } from './modules/registry-prefetch.ts';

prefetchRegistry();
