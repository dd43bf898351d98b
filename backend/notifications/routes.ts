import type { House } from '../platform/house.ts';
import { type Route, route } from '../platform/http.ts';
import * as actions from './actions.ts';
import { markRead, notifications } from './contract.ts';

export const routes = (house: House): Route[] => [
  route(notifications, ({ actor, query }) => actions.listNotifications(house, actor, query)),
  route(markRead, async ({ actor, body }) => ({
    unread: await actions.markRead(house, actor, body.upTo),
  })),
];
