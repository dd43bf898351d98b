import { type FaultTable, faultsOf, type ProblemTable, problemsOf } from '../kernel/problem.ts';

/** The error codes of people, sessions and hosts. */
export const PROBLEMS = {
  token_expired: {
    status: 401,
    remedy: 'sign-in',
    pt: 'Sua sessão terminou. Entre de novo.',
    en: 'Your session has ended. Sign in again.',
    es: 'Tu sesión terminó. Inicia sesión de nuevo.',
  },
  token_refused: {
    status: 401,
    remedy: 'sign-in',
    pt: 'Este acesso não é mais válido. Volte à página de onde você veio e abra de novo.',
    en: 'This access is no longer valid. Go back to the page that you came from and open it again.',
    es: 'Este acceso ya no es válido. Vuelve a la página de la que viniste y ábrelo de nuevo.',
  },
  password_change_required: {
    status: 403,
    level: 'notice',
    remedy: 'change-password',
    pt: 'Troque a sua senha antes de continuar.',
    en: 'Change your password before you continue.',
    es: 'Cambia tu contraseña antes de continuar.',
  },
  confirmation_over: {
    status: 403,
    remedy: 'correct',
    pt: 'A confirmação expirou. Confirme de novo que é você.',
    en: 'The confirmation has expired. Confirm again that it is you.',
    es: 'La confirmación venció. Confirma de nuevo que eres tú.',
  },
  social_denied: {
    status: 403,
    level: 'info',
    remedy: 'retry',
    pt: 'A entrada foi cancelada no provedor. Nada mudou aqui.',
    en: 'The sign-in was cancelled at the provider. Nothing has changed here.',
    es: 'El inicio de sesión se canceló en el proveedor. Aquí no cambió nada.',
  },
  social_email_unverified: {
    status: 403,
    remedy: 'correct',
    pt: 'O e-mail dessa conta ainda não foi confirmado no provedor. Confirme-o lá e tente de novo.',
    en: 'The e-mail of that account has not been confirmed at the provider yet. Confirm it there and try again.',
    es: 'El correo de esa cuenta todavía no se confirmó en el proveedor. Confírmalo allí e intenta de nuevo.',
  },
  social_link_needed: {
    status: 403,
    remedy: 'sign-in',
    pt: 'Esse e-mail já tem uma conta aqui. Entre com a senha e vincule em “Formas de entrar”, no menu da sua conta.',
    en: 'That e-mail already has an account here. Sign in with your password and link it under “Ways to sign in” in the menu of your account.',
    es: 'Ese correo ya tiene una cuenta aquí. Inicia sesión con la contraseña y vincúlala en “Formas de iniciar sesión”, en el menú de tu cuenta.',
  },
  social_not_fresh: {
    status: 403,
    remedy: 'retry',
    pt: 'O provedor não pediu que você confirmasse quem é. Tente de novo ou defina uma senha.',
    en: 'The provider did not ask you to confirm who you are. Try again, or set a password.',
    es: 'El proveedor no te pidió confirmar quién eres. Intenta de nuevo o define una contraseña.',
  },
  social_other_account: {
    status: 403,
    remedy: 'correct',
    pt: 'Essa não é a conta que está vinculada. Entre com a mesma de antes.',
    en: 'That is not the account that is linked. Sign in with the same one as before.',
    es: 'Esa no es la cuenta vinculada. Inicia sesión con la misma de antes.',
  },
  social_refused: {
    status: 403,
    remedy: 'retry',
    pt: 'A resposta do provedor não pôde ser confirmada, por isso a entrada foi recusada. Tente de novo.',
    en: 'The answer of the provider could not be verified, so the sign-in was refused. Try again.',
    es: 'La respuesta del proveedor no se pudo verificar, por eso se rechazó el inicio de sesión. Intenta de nuevo.',
  },
  social_unknown: {
    status: 403,
    remedy: 'ask',
    pt: 'Ninguém aqui usa o e-mail dessa conta. Peça ao proprietário da sua empresa para convidar você.',
    en: 'No one here uses the e-mail of that account. Ask the owner of your company to invite you.',
    es: 'Nadie aquí usa el correo de esa cuenta. Pide al propietario de tu empresa que te invite.',
  },
  conflict: {
    status: 409,
    remedy: 'refresh',
    pt: 'Alguém alterou isto nesse meio-tempo. Atualize e tente de novo.',
    en: 'Someone changed this meanwhile. Refresh and try again.',
    es: 'Alguien cambió esto mientras tanto. Actualiza e intenta de nuevo.',
  },
  refresh_conflict: {
    status: 409,
    remedy: 'retry',
    pt: 'Sua sessão foi renovada em outra aba. Tente de novo.',
    en: 'Your session was renewed in another tab. Try again.',
    es: 'Tu sesión se renovó en otra pestaña. Intenta de nuevo.',
  },
  too_many_views: {
    status: 409,
    remedy: 'correct',
    pt: 'Você já tem {{limit}} visões salvas. Exclua algumas para salvar outra.',
    en: 'You already have {{limit}} saved views. Delete some to save another.',
    es: 'Ya tienes {{limit}} vistas guardadas. Elimina algunas para guardar otra.',
  },
  already_member: {
    status: 409,
    remedy: 'correct',
    pt: 'Esta pessoa já faz parte da empresa.',
    en: 'This person already belongs to the company.',
    es: 'Esta persona ya pertenece a la empresa.',
  },
  last_owner: {
    status: 409,
    remedy: 'correct',
    pt: 'Uma empresa precisa de um proprietário. Escolha outro antes.',
    en: 'A company needs an owner. Choose another one first.',
    es: 'Una empresa necesita un propietario. Elige otro antes.',
  },
  identity_taken: {
    status: 409,
    remedy: 'correct',
    pt: 'Essa conta já está vinculada a outra pessoa, ou você já vinculou outra.',
    en: 'That account is linked to another person, or you have already linked another one.',
    es: 'Esa cuenta ya está vinculada a otra persona, o ya vinculaste otra.',
  },
  last_way: {
    status: 409,
    remedy: 'correct',
    pt: 'Esta é a sua única forma de entrar. Defina antes uma senha.',
    en: 'This is your only way to sign in. Set a password first.',
    es: 'Esta es tu única forma de iniciar sesión. Define antes una contraseña.',
  },
  link_ended: {
    status: 422,
    remedy: 'correct',
    pt: 'O link já foi usado, foi trocado por um mais novo ou expirou. Peça outro.',
    en: 'The link was used, was replaced by a newer one, or has expired. Ask for another one.',
    es: 'El enlace ya se usó, se reemplazó por uno más nuevo o venció. Pide otro.',
  },
  social_ended: {
    status: 422,
    remedy: 'retry',
    pt: 'Esta entrada já foi usada, expirou ou começou em outro navegador. Comece de novo.',
    en: 'This sign-in was already used, has expired, or started in another browser. Start again.',
    es: 'Este inicio de sesión ya se usó, venció o empezó en otro navegador. Empieza de nuevo.',
  },
  mail_not_set_up: {
    status: 503,
    remedy: 'ask',
    pt: 'Esta instalação não envia e-mails. Peça ajuda a quem a administra.',
    en: 'This installation does not send mail. Ask its administrator.',
    es: 'Esta instalación no envía correos. Pide ayuda a quien la administra.',
  },
  social_unavailable: {
    status: 503,
    remedy: 'wait',
    pt: 'O provedor não responde agora. Tente de novo daqui a pouco ou entre com a senha.',
    en: 'The provider does not answer at the moment. Try again in a while, or use your password.',
    es: 'El proveedor no responde ahora. Intenta de nuevo en un rato o usa tu contraseña.',
  },
} as const satisfies ProblemTable;

export const problem = problemsOf(PROBLEMS);

/** Faults of one field that only the server can find; pages find those of the contract themselves. */
export const FAULTS = {
  key_not_valid: {
    pt: 'A chave não é válida.',
    en: 'The key is not valid.',
    es: 'La clave no es válida.',
  },
  key_too_short: {
    pt: 'A chave é curta demais.',
    en: 'The key is too short.',
    es: 'La clave es demasiado corta.',
  },
  module_unknown: {
    pt: 'Este módulo não está instalado ou não pode ser integrado em outra página.',
    en: 'This module is not installed, or cannot be embedded in another page.',
    es: 'Este módulo no está instalado o no se puede integrar en otra página.',
  },
  origin_local: {
    pt: 'Um endereço local não é aceito em produção: use um endereço https.',
    en: 'A local address is not accepted in production: use an https address.',
    es: 'Una dirección local no se acepta en producción: usa una dirección https.',
  },
  password_common: {
    pt: 'Esta é uma das senhas que todo mundo tenta primeiro. Escolha uma que seja só sua.',
    en: 'This is one of the passwords that are tried first. Choose one that is only yours.',
    es: 'Esta es una de las contraseñas que todos prueban primero. Elige una que sea solo tuya.',
  },
  password_known: {
    pt: 'Escolha uma senha que não seja a atual nem o seu e-mail.',
    en: 'Choose a password that is neither the current one nor your e-mail.',
    es: 'Elige una contraseña que no sea la actual ni tu correo.',
  },
  password_wrong: {
    pt: 'A senha atual não confere.',
    en: 'The current password is not right.',
    es: 'La contraseña actual no es correcta.',
  },
} as const satisfies FaultTable;

export const fault = faultsOf(FAULTS);
