import { API_VERSION } from '@primazia/backend/kernel/api-version';
import { defineModule, type ModuleRouter } from '@primazia/kit';
import { name } from '../module.json';
import { routes } from './routes.tsx';
import './styles.css';
import './listing/listing.css';
import './long-work/long-work.css';
import './bulk/bulk.css';
import './competitors/competitors.css';
import './costs/costs.css';
import './first-run/first-run.css';
import './backtest/backtest.css';
import './rule/group.css';
import './rule-list/rule-list.css';
import './settings/settings.css';
import './spreadsheets/spreadsheets.css';
import './strategy/strategy.css';
import './timeline/timeline.css';
import './undo/undo.css';
import './update/update.css';

declare module '@tanstack/react-router' {
  interface Register {
    router: ModuleRouter<typeof routes>;
  }
}

export const { bootstrap, mount, unmount, update, prefetch, embed } = defineModule({
  name,
  api: API_VERSION,
  texts: {
    pt: () => import('../locales/pt.ts'),
    en: () => import('../locales/en.ts'),
    es: () => import('../locales/es.ts'),
    first: {
      pt: () => import(/* webpackChunkName: "first-texts-pt" */ '../locales/pt.json?first'),
      en: () => import(/* webpackChunkName: "first-texts-en" */ '../locales/en.json?first'),
      es: () => import(/* webpackChunkName: "first-texts-es" */ '../locales/es.json?first'),
    },
  },
  routes,
});
