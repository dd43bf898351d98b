import { bell } from '../kernel/bell.ts';
import { BELL_TRIED } from './contract.ts';

const link = () => '/app/test/magalu';

export const TRIAL_BELL = bell(BELL_TRIED, {
  queue: 'notifications.trial',
  kinds: {
    test_info: {
      level: 'info',
      link,
      sentence: {
        pt: 'Teste de {{by}}: uma informação chegou até aqui.',
        en: 'Test by {{by}}: an information notification arrived.',
        es: 'Prueba de {{by}}: una información llegó hasta aquí.',
      },
    },
    test_warn: {
      level: 'warn',
      link,
      sentence: {
        pt: 'Teste de {{by}}: um aviso chegou até aqui.',
        en: 'Test by {{by}}: a warning arrived.',
        es: 'Prueba de {{by}}: un aviso llegó hasta aquí.',
      },
    },
    test_error: {
      level: 'error',
      link,
      sentence: {
        pt: 'Teste de {{by}}: um erro chegou até aqui e espera por alguém.',
        en: 'Test by {{by}}: an error arrived and waits for somebody.',
        es: 'Prueba de {{by}}: un error llegó hasta aquí y espera a alguien.',
      },
    },
    test_success: {
      level: 'success',
      link,
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
