import { type ProblemTable, problemsOf } from './problem.ts';

/**
 * The error codes that not only the API answers with: a proxy before it has the same statuses, other services of the suite the
 * same refusals. Pages have these texts themselves.
 */
export const PROBLEMS = {
  unauthorized: {
    status: 401,
    remedy: 'sign-in',
    pt: 'Sua sessão não é válida. Entre de novo.',
    en: 'Your session is not valid. Sign in again.',
    es: 'Tu sesión no es válida. Inicia sesión de nuevo.',
  },
  session_ended: {
    status: 401,
    remedy: 'sign-in',
    pt: 'Sua sessão terminou. Entre de novo.',
    en: 'Your session has ended. Sign in again.',
    es: 'Tu sesión terminó. Inicia sesión de nuevo.',
  },
  invalid_credentials: {
    status: 401,
    remedy: 'correct',
    pt: 'E-mail ou senha incorretos.',
    en: 'Incorrect e-mail or password.',
    es: 'Correo o contraseña incorrectos.',
  },
  forbidden: {
    status: 403,
    remedy: 'ask',
    pt: 'Você não tem permissão para isso.',
    en: 'You do not have permission for this.',
    es: 'No tienes permiso para esto.',
  },
  no_permission: {
    status: 403,
    remedy: 'ask',
    pt: 'O seu papel nesta empresa não permite isso. Fale com quem a administra.',
    en: 'Your role in this company does not allow this. Ask a manager of the company.',
    es: 'Tu rol en esta empresa no permite esto. Habla con quien la administra.',
  },
  not_found: {
    status: 404,
    remedy: 'back',
    pt: 'Isso não existe mais, ou nunca existiu.',
    en: 'This no longer exists, or never did.',
    es: 'Esto ya no existe, o nunca existió.',
  },
  body_too_large: {
    status: 413,
    remedy: 'correct',
    pt: 'O envio é grande demais.',
    en: 'The request is too large.',
    es: 'El envío es demasiado grande.',
  },
  internal_error: {
    status: 500,
    remedy: 'retry',
    pt: 'Algo falhou do nosso lado. Já foi registrado; tente de novo em instantes.',
    en: 'Something failed on our side. It has been recorded; try again in a moment.',
    es: 'Algo falló de nuestro lado. Ya quedó registrado; intenta de nuevo en un momento.',
  },
  service_not_available: {
    status: 503,
    remedy: 'wait',
    pt: 'O serviço está em manutenção ou sobrecarregado. Tente de novo em instantes.',
    en: 'The service is under maintenance or heavy load. Try again in a moment.',
    es: 'El servicio está en mantenimiento o sobrecargado. Intenta de nuevo en un momento.',
  },
  gateway_timeout: {
    status: 504,
    remedy: 'retry',
    pt: 'A resposta demorou demais. Tente de novo.',
    en: 'The answer took too long. Try again.',
    es: 'La respuesta tardó demasiado. Intenta de nuevo.',
  },
} as const satisfies ProblemTable;

export const problem = problemsOf(PROBLEMS);
