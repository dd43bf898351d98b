import { type BellCategory, bell } from '../kernel/bell.ts';
import { ACCOUNT_CONNECTED, ACCOUNT_DISCONNECTED } from './contract.ts';

const ACCOUNTS: BellCategory = {
  code: 'accounts',
  name: {
    pt: 'Contas de marketplace',
    en: 'Marketplace accounts',
    es: 'Cuentas de marketplace',
  },
  about: {
    pt: 'Contas que precisam ser reconectadas.',
    en: 'Accounts that have to be reconnected.',
    es: 'Cuentas que hay que reconectar.',
  },
  shown: 'popup',
};

export const BELLS = [
  bell(ACCOUNT_DISCONNECTED, {
    queue: 'notifications.account-disconnected',
    kinds: {
      account_disconnected: {
        level: 'error',
        rings: 'at_once',
        category: ACCOUNTS,
        link: () => '/app/channel',
        sentence: {
          pt: '{{accountName}}: a autorização expirou. Reconecte a conta para voltar a atualizar os preços.',
          en: '{{accountName}}: authorization expired. Reconnect the account to resume price updates.',
          es: '{{accountName}}: la autorización venció. Reconecta la cuenta para volver a actualizar los precios.',
        },
      },
    },
    entries: ({ accountId, accountName }, occasion) => [
      {
        code: 'account_disconnected',
        values: { accountId, accountName },
        subject: `account-disconnected:${accountId}:${occasion}`,
      },
    ],
  }),
  bell(ACCOUNT_CONNECTED, {
    queue: 'notifications.account-connected',
    kinds: {},
    resolves: ({ accountId }) => [
      { codes: ['account_disconnected'], about: { key: 'accountId', ids: [accountId] } },
    ],
  }),
];
