import { API_VERSION } from '@primazia/backend/kernel/api-version';
import { defineModule, type ModuleRouter } from '@primazia/kit';
import { name } from '../module.json';
import { routes } from './routes.tsx';
import './styles.css';
import './ad/ad.css';
import './batch/batch.css';
import './bulk/bulk.css';
import './competitors/competitors.css';
import './costs/costs.css';
import './first-run/first-run.css';
import './replay/replay.css';
import './rule/group.css';
import './rules/rules.css';
import './settings/settings.css';
import './sheets/sheets.css';
import './strategy/strategy.css';
import './timeline/timeline.css';
import './undo/undo.css';
import './update/update.css';

declare module '@tanstack/react-router' {
  interface Register {
    router: ModuleRouter<typeof routes>;
  }
}

export const { bootstrap, mount, unmount, keep, embed } = defineModule({
  name,
  api: API_VERSION,
  texts: {
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
    first: {
      pt: () => import('../locales/pt.json?first'),
      en: () => import('../locales/en.json?first'),
      es: () => import('../locales/es.json?first'),
    },
  },
  routes,
});
