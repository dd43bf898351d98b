import { PUBLIC_KEY } from '../things.ts';
import { TEST_PASSWORD } from '../whole-app.ts';
import { everyModule, nothing, type RouteCall } from './route-call.ts';

/** The redirect back from an identity provider. */
const RETURN = { provider: 'acme', secret: 'a1'.repeat(32), answer: 'state=a&code=b' };

export const IDENTITY_CALLS: Record<string, RouteCall> = {
  'post /auth/login': {
    who: 'public',
    body: () => ({ email: 'a@example.test', password: 'Nobody#2026' }),
  },
  'post /auth/refresh': {
    who: 'public',
    body: () => ({ refresh_token: 'a'.repeat(60) }),
  },
  'post /auth/logout': {
    who: 'public',
    body: () => ({ refresh_token: 'a'.repeat(60) }),
  },
  'post /auth/forgot-password': {
    who: 'public',
    body: () => ({ email: 'a@example.test', locale: 'en' }),
  },
  'post /auth/reset-password': {
    who: 'public',
    body: () => ({ token: 'a'.repeat(40), password: 'Another#2026' }),
  },
  'post /auth/any-token': {
    who: 'public',
    body: () => ({ token: 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA' }),
  },
  'post /auth/social': {
    who: 'public',
    body: () => ({ provider: 'acme', secret: 'a1'.repeat(32) }),
  },
  'post /auth/social/return': { who: 'public', body: () => RETURN },
  'get /auth/ways': { who: 'user', ...nothing },
  // No provider is set up here.
  'post /auth/ways/visit': {
    who: 'user',
    ...nothing,
    status: 404,
    body: () => ({ purpose: 'confirm', provider: 'acme', secret: 'a1'.repeat(32) }),
  },
  'post /auth/ways/return': { who: 'user', ...nothing, status: 404, body: () => RETURN },
  'post /auth/ways/unlink': {
    who: 'user',
    ...nothing,
    status: 404,
    body: () => ({ provider: 'acme', proof: { password: TEST_PASSWORD } }),
  },
  'get /auth/companies': { who: 'user', ...nothing },
  'post /auth/company': { who: 'user', body: ({ companyId }) => ({ companyId }) },
  'post /auth/change-password': {
    who: 'user',
    ...nothing,
    body: () => ({ current_password: TEST_PASSWORD, password: 'Another#2026' }),
  },
  'put /auth/language': { who: 'user', ...nothing, body: () => ({ locale: 'es' }) },
  'post /auth/logout-everywhere': { who: 'user', ...nothing },
  'get /v1/members': { who: 'read', ...nothing },
  'post /v1/members': {
    who: 'own',
    ...nothing,
    body: ({ listingId }) => ({
      email: `new-${listingId}@example.test`,
      name: 'Somebody',
      role: 'analyst',
    }),
  },
  'put /v1/members/{personId}': {
    who: 'own',
    path: ({ personId }) => `/v1/members/${personId}`,
    body: () => ({ role: 'manager' }),
  },
  'delete /v1/members/{personId}': {
    who: 'own',
    path: ({ personId }) => `/v1/members/${personId}`,
  },
  'get /v1/hosts': { who: 'own', ...nothing },
  'post /v1/hosts': {
    who: 'own',
    ...nothing,
    body: () => ({ issuer: 'https://host.test', publicKey: PUBLIC_KEY }),
  },
  'put /v1/hosts/{hostId}': {
    who: 'own',
    path: ({ hostId }) => `/v1/hosts/${hostId}`,
    body: () => ({ origins: ['https://host.test'], modules: null }),
  },
  'delete /v1/hosts/{hostId}': {
    who: 'own',
    path: ({ hostId }) => `/v1/hosts/${hostId}`,
  },
  'get /v1/audit': { who: 'write', ...nothing },
  'get /v1/list-views/{list}': {
    who: 'read',
    ...everyModule,
    ...nothing,
    path: () => '/v1/list-views/ads',
  },
  'put /v1/list-views/{list}': {
    who: 'read',
    ...everyModule,
    ...nothing,
    path: () => '/v1/list-views/ads',
    body: () => ({ kind: 'columns', name: 'Mine', content: { order: ['title'] } }),
  },
  'delete /v1/list-views/{list}': {
    who: 'read',
    ...everyModule,
    ...nothing,
    path: () => '/v1/list-views/ads?kind=columns&name=Mine',
  },
};
