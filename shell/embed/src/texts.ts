import type { LoadFailure } from '@primazia/kit/remote';

export type Locale = 'pt' | 'en' | 'es';

/** The failures of the loader itself: the list of modules, or one of them. */
export type Trouble = 'registry' | LoadFailure;

export interface Texts {
  loading: string;
  retry: string;
  down: [title: string, text: string];
  slow: [title: string, text: string];
  broken: [title: string, text: string];
}

const TEXTS: Record<Locale, Texts> = {
  pt: {
    loading: 'Carregando o Primazia',
    retry: 'Tentar de novo',
    down: [
      'O Primazia não carregou',
      'Sem resposta do servidor. Verifique a conexão e tente de novo.',
    ],
    slow: ['O Primazia está demorando', 'O carregamento demorou demais. Tente de novo.'],
    broken: [
      'Esta parte do Primazia não funciona agora',
      'Tente de novo. Se continuar, avise o responsável por esta página.',
    ],
  },
  en: {
    loading: 'Loading Primazia',
    retry: 'Try again',
    down: [
      'Primazia did not load',
      'No answer from the server. Check the connection and try again.',
    ],
    slow: ['Primazia is taking too long', 'It did not load in time. Try again.'],
    broken: [
      'This part of Primazia does not work now',
      'Try again. If the problem persists, contact the administrator of this page.',
    ],
  },
  es: {
    loading: 'Cargando Primazia',
    retry: 'Intentar de nuevo',
    down: [
      'Primazia no se cargó',
      'El servidor no responde. Verifica la conexión e inténtalo de nuevo.',
    ],
    slow: ['Primazia está tardando', 'No se cargó a tiempo. Inténtalo de nuevo.'],
    broken: [
      'Esta parte de Primazia no funciona ahora',
      'Inténtalo de nuevo. Si continúa, avisa al responsable de esta página.',
    ],
  },
};

const known = (tag: string | null | undefined): Locale | undefined =>
  (['pt', 'en', 'es'] as const).find((locale) => tag?.toLowerCase().split('-')[0] === locale);

/** The language of an element: its own attribute, then the page's, then the browser's; Portuguese otherwise. */
export function localeOf(attribute: string | null): Locale {
  const tags = [attribute, document.documentElement.lang, ...navigator.languages];
  return tags.map(known).find((locale) => locale !== undefined) ?? 'pt';
}

export const textsIn = (attribute: string | null): Texts => TEXTS[localeOf(attribute)];

/** The text for each failure: for the person a registry that does not load is like a module that does not load. */
export const SAID = {
  registry: 'down',
  down: 'down',
  slow: 'slow',
  broken: 'broken',
  'too-new': 'broken',
  tampered: 'broken',
} as const satisfies Record<Trouble, keyof Texts>;
