import { everyModule, type RouteCall } from './route-call.ts';

export const PLATFORM_CALLS: Record<string, RouteCall> = {
  'get /health': { who: 'public' },
  'get /ready': { who: 'public' },
  'get /site': { who: 'public' },
  'get /v1/words': { who: 'public' },
  'post /webhooks/{marketplace}': {
    who: 'public',
    path: () => '/webhooks/mercadolivre',
    body: () => ({ topic: 'items', user_id: 1, resource: '/items/MLB1', attempts: 1 }),
  },
  'post /v1/incidents': {
    who: 'read',
    ...everyModule,
    namesNothing: true,
    body: () => ({
      module: 'mfe-pricing',
      version: '1.4.0',
      build: '5f0c2a91',
      failure: 'render',
      message: 'Cannot read properties of undefined',
      page: '/app/historico-de-precos',
    }),
  },
};
