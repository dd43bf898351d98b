import { type ProblemTable, problemsOf } from '../kernel/problem.ts';

/** The error codes of advertising. */
export const PROBLEMS = {
  campaign_not_found: {
    status: 404,
    remedy: 'back',
    pt: 'Esta campanha não existe mais.',
    en: 'This campaign no longer exists.',
    es: 'Esta campaña ya no existe.',
  },
  target_not_found: {
    status: 404,
    remedy: 'refresh',
    pt: 'Este lance não existe mais. Atualize a página.',
    en: 'This bid no longer exists. Refresh the page.',
    es: 'Esta puja ya no existe. Actualiza la página.',
  },
  no_decision: {
    status: 409,
    remedy: 'none',
    pt: 'Não há decisão para este lance: nenhum anúncio do grupo é conhecido.',
    en: 'There is no decision about this bid: no listing of its group is known.',
    es: 'No hay decisión sobre esta puja: no se conoce ninguna publicación de su grupo.',
  },
  no_advertiser: {
    status: 409,
    remedy: 'connect',
    pt: 'Esta conta não tem publicidade autorizada. Autorize a publicidade na integração da conta.',
    en: 'Advertising is not authorized for this account. Authorize it in the account’s integration.',
    es: 'Esta cuenta no tiene publicidad autorizada. Autoriza la publicidad en la integración de la cuenta.',
  },
  advertising_refused: {
    status: 422,
    remedy: 'connect',
    pt: 'O marketplace não autorizou a publicidade desta conta.',
    en: 'The marketplace did not authorize advertising for this account.',
    es: 'El marketplace no autorizó la publicidad de esta cuenta.',
  },
} as const satisfies ProblemTable;

export const problem = problemsOf(PROBLEMS);
