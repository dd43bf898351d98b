import { API_VERSION } from '@primazia/backend/kernel/api-version';
import { defineModule, type ModuleRouter } from '@primazia/kit';
import { name } from '../module.json';
import { routes } from './routes.tsx';
import './styles.css';

declare module '@tanstack/react-router' {
  interface Register {
    router: ModuleRouter<typeof routes>;
  }
}

export const { bootstrap, mount, unmount, update, prefetch, embed } = defineModule({
  name,
  api: API_VERSION,
  texts: {
    pt: () => import('../locales/pt.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  routes,
});
