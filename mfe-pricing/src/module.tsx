import { defineModule, type ModuleRouter } from '@primazia/kit';
import en from '../locales/en.json';
import es from '../locales/es.json';
import pt from '../locales/pt.json';
import { name } from '../module.json';
import { routes } from './routes.tsx';
import './styles.css';
import './costs/costs.css';
import './replay/replay.css';
import './rule/group.css';
import './settings/settings.css';

declare module '@tanstack/react-router' {
  interface Register {
    router: ModuleRouter<typeof routes>;
  }
}

export const { bootstrap, mount, unmount } = defineModule({
  name,
  resources: { pt, en, es },
  routes,
});
