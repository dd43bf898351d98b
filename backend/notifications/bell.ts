import { bell } from '../kernel/bell.ts';
import { BELL_TRIED } from './contract.ts';

const common = {
  delivery: 'at_once',
  category: null,
  link: () => '/app/test/magalu',
} as const;

export const TRIAL_BELL = bell(BELL_TRIED, {
  queue: 'notifications.trial',
  kinds: {
    test_info: {
      ...common,
      level: 'info',
      sentence: {
        pt: 'Teste de {{by}}: uma informação chegou até aqui.',
        en: 'Test by {{by}}: an information notification arrived.',
        es: 'Prueba de {{by}}: una información llegó hasta aquí.',
      },
    },
    test_warn: {
      ...common,
      level: 'warn',
      sentence: {
        pt: 'Teste de {{by}}: um aviso chegou até aqui.',
        en: 'Test by {{by}}: a warning arrived.',
        es: 'Prueba de {{by}}: un aviso llegó hasta aquí.',
      },
    },
    test_error: {
      ...common,
      level: 'error',
      sentence: {
        pt: 'Teste de {{by}}: um erro chegou até aqui e espera por alguém.',
        en: 'Test by {{by}}: an error arrived and waits to be resolved.',
        es: 'Prueba de {{by}}: un error llegó hasta aquí y espera a alguien.',
      },
    },
    test_success: {
      ...common,
      level: 'success',
      sentence: {
        pt: 'Teste de {{by}}: um sucesso chegou até aqui.',
        en: 'Test by {{by}}: a success arrived.',
        es: 'Prueba de {{by}}: un éxito llegó hasta aquí.',
      },
    },
  },
  entries: ({ level, by, mark }) => [
    { code: `test_${level}`, values: { by, mark }, subject: `trial:${mark}` },
  ],
});
