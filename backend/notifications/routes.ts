import type { AppContext } from '../platform/app-context.ts';
import { type Route, route } from '../platform/http.ts';
import * as actions from './actions.ts';
import {
  bellSettings,
  markOneRead,
  markRead,
  notifications,
  saveBellSettings,
  settle,
  tryBell,
} from './contract.ts';
import { getSettings, saveSettings } from './settings.ts';

export const routes = (ctx: AppContext): Route[] => [
  route(notifications, ({ actor, query }) => actions.listNotifications(ctx, actor, query)),
  route(markRead, async ({ actor, body }) => ({
    unread: await actions.markRead(ctx, actor, body.upTo),
  })),
  route(markOneRead, async ({ actor, params }) => ({
    unread: await actions.markOneRead(ctx, actor, params.notificationId),
  })),
  route(settle, async ({ actor, params }) => ({
    waiting: await actions.settle(ctx, actor, params.notificationId),
  })),
  route(bellSettings, ({ actor }) => getSettings(ctx, actor)),
  route(saveBellSettings, ({ actor, body }) => saveSettings(ctx, actor, body)),
  route(tryBell, async ({ actor, body }) => {
    const now = await actions.tryBell(ctx, actor, body);
    return { now: now.toISOString() };
  }),
];
