import { type BellCategory, bell } from '../kernel/bell.ts';
import { ACCOUNT_CONNECTED, ACCOUNT_DISCONNECTED, ACCOUNT_EXPIRING } from './contract.ts';

/** Problems that keep an account from working. */
export const ACCOUNTS: BellCategory = {
  code: 'accounts',
  name: {
    pt: 'Contas de marketplace',
    en: 'Marketplace accounts',
    es: 'Cuentas de marketplace',
  },
  about: {
    pt: 'Contas que precisam ser reconectadas, agora ou em breve, ou cujo mercado não pode ser consultado.',
    en: 'Accounts that have to be reconnected, now or soon, or whose market cannot be checked.',
    es: 'Cuentas que hay que reconectar, ahora o pronto, o cuyo mercado no se puede consultar.',
  },
  shown: 'popup',
};

export const BELLS = [
  bell(ACCOUNT_DISCONNECTED, {
    queue: 'notifications.account-disconnected',
    kinds: {
      account_disconnected: {
        level: 'error',
        delivery: 'at_once',
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
  bell(ACCOUNT_EXPIRING, {
    queue: 'notifications.account-expiring',
    kinds: {
      account_expiring: {
        level: 'warn',
        delivery: 'at_once',
        category: ACCOUNTS,
        link: () => '/app/channel',
        sentence: {
          one: {
            pt: '{{accountName}}: a autorização termina em até 1 dia. Renove-a para continuar atualizando os preços.',
            en: '{{accountName}}: the authorization ends within 1 day. Renew it to keep updating prices.',
            es: '{{accountName}}: la autorización termina en un plazo de 1 día. Renuévala para seguir actualizando los precios.',
          },
          other: {
            pt: '{{accountName}}: a autorização termina em {{count}} dias. Renove-a para continuar atualizando os preços.',
            en: '{{accountName}}: the authorization ends in {{count}} days. Renew it to keep updating prices.',
            es: '{{accountName}}: la autorización termina en {{count}} días. Renuévala para seguir actualizando los precios.',
          },
        },
      },
    },
    entries: ({ accountId, accountName, days, endsAt }) => [
      {
        code: 'account_expiring',
        values: { accountId, accountName, count: days },
        subject: `account-expiring:${accountId}:${endsAt}:${days}`,
      },
    ],
  }),
  bell(ACCOUNT_CONNECTED, {
    queue: 'notifications.account-connected',
    kinds: {},
    resolves: ({ accountId }) => [
      {
        codes: ['account_disconnected', 'account_expiring'],
        about: { key: 'accountId', ids: [accountId] },
      },
    ],
  }),
];
