import type { House } from '../platform/house.ts';
import { type Route, route } from '../platform/http.ts';
import * as actions from './actions.ts';
import { markOneRead, markRead, notifications, settle, tryBell } from './contract.ts';

export const routes = (house: House): Route[] => [
  route(notifications, ({ actor, query }) => actions.listNotifications(house, actor, query)),
  route(markRead, async ({ actor, body }) => ({
    unread: await actions.markRead(house, actor, body.upTo),
  })),
  route(markOneRead, async ({ actor, params }) => ({
    unread: await actions.markOneRead(house, actor, params.notificationId),
  })),
  route(settle, async ({ actor, params }) => ({
    waiting: await actions.settle(house, actor, params.notificationId),
  })),
  route(tryBell, async ({ actor, body }) => {
    const now = await actions.tryBell(house, actor, body);
    return { now: now.toISOString() };
  }),
];
