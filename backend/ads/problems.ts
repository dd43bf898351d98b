import { faultsOf, type ProblemTable, problemsOf } from '../kernel/problem.ts';

/** Faults of the fields of advertising calls. */
export const FAULTS = {
  out_of_limits: {
    pt: 'O marketplace não aceita este valor.',
    en: 'The marketplace does not accept this value.',
    es: 'El marketplace no acepta este valor.',
  },
  goal_outside_strategy: {
    pt: 'A meta está fora da faixa da estratégia.',
    en: 'The goal is outside the range of the strategy.',
    es: 'La meta está fuera del rango de la estrategia.',
  },
  strategy_missing: {
    pt: 'Escolha uma estratégia para automatizar os lances.',
    en: 'Choose a strategy to automate bids.',
    es: 'Elige una estrategia para automatizar las pujas.',
  },
} as const;

export const fault = faultsOf(FAULTS);

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
  no_reason: {
    status: 409,
    remedy: 'none',
    pt: 'Esta alteração foi feita por uma pessoa: não há cálculo a mostrar.',
    en: 'A person made this change: there is no calculation to show.',
    es: 'Este cambio lo hizo una persona: no hay cálculo que mostrar.',
  },
  no_advertiser: {
    status: 409,
    remedy: 'connect',
    pt: 'Esta conta não tem publicidade autorizada. Autorize a publicidade na integração da conta.',
    en: 'Advertising is not authorized for this account. Authorize it in the account’s integration.',
    es: 'Esta cuenta no tiene publicidad autorizada. Autoriza la publicidad en la integración de la cuenta.',
  },
  change_not_found: {
    status: 404,
    remedy: 'refresh',
    pt: 'Esta alteração não existe mais.',
    en: 'This change no longer exists.',
    es: 'Este cambio ya no existe.',
  },
  change_state: {
    status: 409,
    remedy: 'refresh',
    pt: 'A alteração já está em outra situação. Atualize a página.',
    en: 'The change is already in another state. Refresh the page.',
    es: 'El cambio ya está en otro estado. Actualiza la página.',
  },
  change_under_way: {
    status: 409,
    remedy: 'wait',
    pt: 'Uma alteração anterior ainda está sendo enviada. Aguarde alguns segundos.',
    en: 'An earlier change is still being sent. Wait a few seconds.',
    es: 'Un cambio anterior todavía se está enviando. Espera unos segundos.',
  },
  nothing_changes: {
    status: 409,
    level: 'info',
    remedy: 'none',
    pt: 'Este já é o valor atual.',
    en: 'This is already the present value.',
    es: 'Este ya es el valor actual.',
  },
  ads_read_only: {
    status: 409,
    remedy: 'none',
    pt: 'O marketplace só permite ler a publicidade desta conta.',
    en: 'The marketplace only allows the advertising of this account to be read.',
    es: 'El marketplace solo permite leer la publicidad de esta cuenta.',
  },
  out_of_limits: {
    status: 422,
    remedy: 'correct',
    pt: 'O valor precisa estar entre {{minimum}} e {{maximum}}.',
    en: 'The value has to be between {{minimum}} and {{maximum}}.',
    es: 'El valor tiene que estar entre {{minimum}} y {{maximum}}.',
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
