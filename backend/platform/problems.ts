import { type FaultTable, faultsOf, type ProblemTable, problemsOf } from '../kernel/problem.ts';

/** The error codes of HTTP, keys of writes, lists and exports. */
export const PROBLEMS = {
  address_invalid: {
    status: 400,
    remedy: 'back',
    pt: 'O endereço do pedido não pôde ser lido. Volte e tente de novo.',
    en: 'The address of the request could not be read. Go back and try again.',
    es: 'La dirección de la solicitud no se pudo leer. Vuelve e intenta de nuevo.',
  },
  invalid_json: {
    status: 400,
    remedy: 'support',
    pt: 'O pedido não pôde ser lido.',
    en: 'The request could not be read.',
    es: 'La solicitud no se pudo leer.',
  },
  request_aborted: {
    status: 400,
    remedy: 'retry',
    pt: 'O envio foi interrompido. Tente de novo.',
    en: 'The request was interrupted. Try again.',
    es: 'El envío se interrumpió. Intenta de nuevo.',
  },
  websocket_expected: {
    status: 400,
    remedy: 'support',
    pt: 'A conexão ao vivo não pôde ser aberta. Se continuar, fale com o suporte.',
    en: 'The live connection could not be opened. If the problem persists, contact support.',
    es: 'La conexión en vivo no se pudo abrir. Si continúa, contacta a soporte.',
  },
  idempotency_key_invalid: {
    status: 400,
    remedy: 'support',
    pt: 'Este pedido não pôde ser identificado. Atualize a página e tente de novo.',
    en: 'This request could not be identified. Refresh the page and try again.',
    es: 'Esta solicitud no se pudo identificar. Actualiza la página e intenta de nuevo.',
  },
  foreign_origin: {
    status: 403,
    remedy: 'ask',
    pt: 'O endereço desta página não está autorizado. Peça a quem administra a empresa que o registre.',
    en: 'The address of this page is not allowed. Ask a manager of the company to register it.',
    es: 'La dirección de esta página no está autorizada. Pide a quien administra la empresa que la registre.',
  },
  company_required: {
    status: 403,
    level: 'notice',
    remedy: 'choose',
    pt: 'Escolha uma empresa para continuar.',
    en: 'Choose a company to continue.',
    es: 'Elige una empresa para continuar.',
  },
  request_timeout: {
    status: 408,
    remedy: 'retry',
    pt: 'O envio demorou demais. Verifique a sua conexão e tente de novo.',
    en: 'Sending took too long. Check your connection and try again.',
    es: 'El envío tardó demasiado. Revisa tu conexión e intenta de nuevo.',
  },
  export_running: {
    status: 409,
    remedy: 'wait',
    pt: 'Você já tem uma exportação em andamento. Aguarde ou cancele.',
    en: 'You already have an export running. Wait for it, or cancel it.',
    es: 'Ya tienes una exportación en curso. Espera o cancélala.',
  },
  idempotency_key_in_use: {
    status: 409,
    remedy: 'wait',
    pt: 'Este pedido ainda está sendo processado. Aguarde um instante.',
    en: 'This request is still being processed. Wait a moment.',
    es: 'Esta solicitud todavía se está procesando. Espera un momento.',
  },
  idempotency_answer_lost: {
    status: 409,
    remedy: 'refresh',
    pt: 'O pedido pode já ter sido executado. Atualize a página e confira antes de tentar de novo.',
    en: 'The request may already have been carried out. Refresh the page and check before you try again.',
    es: 'Puede que la solicitud ya se haya realizado. Actualiza la página y revisa antes de intentar de nuevo.',
  },
  address_too_long: {
    status: 414,
    remedy: 'correct',
    pt: 'O endereço do pedido é longo demais. Use menos filtros.',
    en: 'The address of the request is too long. Use fewer filters.',
    es: 'La dirección de la solicitud es demasiado larga. Usa menos filtros.',
  },
  unsupported_media_type: {
    status: 415,
    remedy: 'support',
    pt: 'Este tipo de conteúdo não é aceito.',
    en: 'This kind of content is not accepted.',
    es: 'Este tipo de contenido no se acepta.',
  },
  invalid_request: {
    status: 422,
    remedy: 'correct',
    pt: 'Há valores a corrigir.',
    en: 'There are values to correct.',
    es: 'Hay valores por corregir.',
  },
  unknown_field: {
    status: 422,
    remedy: 'correct',
    pt: 'Esta lista não pode ser filtrada ou ordenada assim.',
    en: 'This list cannot be filtered or ordered like this.',
    es: 'Esta lista no se puede filtrar ni ordenar así.',
  },
  too_many_matches: {
    status: 422,
    remedy: 'correct',
    pt: 'Mais de {{limit}} linhas correspondem. Restrinja os filtros.',
    en: 'More than {{limit}} rows match. Narrow the filters down.',
    es: 'Coinciden más de {{limit}} filas. Acota los filtros.',
  },
  idempotency_key_reused: {
    status: 422,
    remedy: 'support',
    pt: 'Este pedido foi confundido com outro. Atualize a página e tente de novo.',
    en: 'This request was mistaken for another one. Refresh the page and try again.',
    es: 'Esta solicitud se confundió con otra. Actualiza la página e intenta de nuevo.',
  },
  too_many_attempts: {
    status: 429,
    remedy: 'wait',
    pt: 'Tentativas demais. Tente de novo em {{retryAfterSeconds}} s.',
    en: 'Too many attempts. Try again in {{retryAfterSeconds}} s.',
    es: 'Demasiados intentos. Intenta de nuevo en {{retryAfterSeconds}} s.',
  },
  too_many_exports: {
    status: 429,
    remedy: 'wait',
    pt: 'Há muitas planilhas sendo geradas neste momento. Tente de novo em um minuto.',
    en: 'Too many spreadsheets are being generated at this moment. Try again in a minute.',
    es: 'Se están generando demasiadas planillas en este momento. Intenta de nuevo en un minuto.',
  },
  headers_too_large: {
    status: 431,
    remedy: 'support',
    pt: 'O pedido não pôde ser lido. Atualize a página; se continuar, fale com o suporte.',
    en: 'The request could not be read. Refresh the page; if the problem persists, contact support.',
    es: 'La solicitud no se pudo leer. Actualiza la página; si continúa, contacta a soporte.',
  },
  maintenance: {
    status: 503,
    remedy: 'wait',
    pt: 'Estamos em manutenção. Voltamos em instantes.',
    en: 'We are under maintenance. We will be back in a moment.',
    es: 'Estamos en mantenimiento. Volvemos en un momento.',
  },
} as const satisfies ProblemTable;

export const problem = problemsOf(PROBLEMS);

/** Faults of fields that only the server detects: those of the contract are also detected by pages. */
export const FAULTS = {
  invalid_character: {
    pt: 'O texto tem um caractere que não pode ser salvo.',
    en: 'The text has a character that cannot be stored.',
    es: 'El texto tiene un carácter que no se puede guardar.',
  },
  range_too_long: {
    pt: 'O período é longo demais. Escolha até 90 dias.',
    en: 'The period is too long. Choose up to 90 days.',
    es: 'El período es demasiado largo. Elige hasta 90 días.',
  },
} as const satisfies FaultTable;

export const fault = faultsOf(FAULTS);
