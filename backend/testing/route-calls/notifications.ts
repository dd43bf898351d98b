import { nothing, type RouteCall } from './route-call.ts';

export const NOTIFICATION_CALLS: Record<string, RouteCall> = {
  'get /v1/notifications': { who: 'read', ...nothing },
  'post /v1/notifications/read': {
    who: 'read',
    body: ({ notificationId }) => ({ upTo: notificationId }),
    passesOver: true,
  },
  'post /v1/notifications/{notificationId}/read': {
    who: 'read',
    path: ({ notificationId }) => `/v1/notifications/${notificationId}/read`,
  },
  'post /v1/notifications/{notificationId}/settle': {
    who: 'write',
    path: ({ notificationId }) => `/v1/notifications/${notificationId}/settle`,
  },
  'get /v1/notifications/settings': { who: 'read', ...nothing },
  'put /v1/notifications/settings': {
    who: 'read',
    ...nothing,
    body: () => ({
      categories: [{ code: 'approvals', shown: 'bell', mails: false }],
      quiet: { from: '22:00', until: '07:00' },
      timeZone: 'America/Sao_Paulo',
      mailEvery: 'day',
    }),
  },
  'post /v1/notifications/test': {
    who: 'write',
    ...nothing,
    body: () => ({ level: 'info', mark: 'a trial' }),
  },
};
