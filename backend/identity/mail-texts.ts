import type { Locale } from '../kernel/id.ts';
import type { Mail } from '../platform/mail.ts';

/** Why a person gets a link to set a password. */
export type Occasion =
  | { kind: 'forgotten' }
  /** Added to a company for the first time. */
  | { kind: 'invited'; companyName: string };

type Text = (of: { name: string; link: string; companyName: string }) => Omit<Mail, 'to'>;

const TEXTS: Record<Locale, Record<Occasion['kind'], Text>> = {
  pt: {
    forgotten: ({ name, link }) => ({
      subject: 'Primazia: defina uma nova senha',
      text: `Olá, ${name}!

Alguém pediu uma nova senha para a sua conta no Primazia. Para defini-la, abra este link:

${link}

O link vale por 1 hora e só pode ser usado uma vez. Se não foi você, ignore esta mensagem: sua senha continua a mesma.
`,
    }),
    invited: ({ name, link, companyName }) => ({
      subject: `Primazia: seu acesso à empresa ${companyName}`,
      text: `Olá, ${name}!

Você agora tem acesso à empresa ${companyName} no Primazia. Para entrar, defina sua senha neste link:

${link}

O link vale por 3 dias e só pode ser usado uma vez. Depois disso, peça um novo em "Esqueci a senha".
`,
    }),
  },
  en: {
    forgotten: ({ name, link }) => ({
      subject: 'Primazia: set a new password',
      text: `Hello, ${name}!

Someone asked for a new password for your Primazia account. To set it, open this link:

${link}

The link is valid for 1 hour and works once. If it was not you, ignore this message: your password stays the same.
`,
    }),
    invited: ({ name, link, companyName }) => ({
      subject: `Primazia: your access to ${companyName}`,
      text: `Hello, ${name}!

You were added to ${companyName} on Primazia. To sign in, set your password with this link:

${link}

The link is valid for 3 days and works once. After that, ask for a new one with "I forgot my password".
`,
    }),
  },
  es: {
    forgotten: ({ name, link }) => ({
      subject: 'Primazia: define una nueva contraseña',
      text: `¡Hola, ${name}!

Alguien pidió una nueva contraseña para tu cuenta de Primazia. Para definirla, abre este enlace:

${link}

El enlace es válido por 1 hora y funciona una sola vez. Si no fuiste tú, ignora este mensaje: tu contraseña sigue igual.
`,
    }),
    invited: ({ name, link, companyName }) => ({
      subject: `Primazia: tu acceso a la empresa ${companyName}`,
      text: `¡Hola, ${name}!

Te agregaron a la empresa ${companyName} en Primazia. Para iniciar sesión, define tu contraseña con este enlace:

${link}

El enlace es válido por 3 días y funciona una sola vez. Después, pide uno nuevo en "Olvidé mi contraseña".
`,
    }),
  },
};

/** The mail with the link that sets a password, in the language of the person. */
export function passwordMail(
  person: { email: string; name: string },
  given: { link: string; occasion: Occasion; locale: Locale },
): Mail {
  const { link, occasion, locale } = given;
  const companyName = occasion.kind === 'invited' ? occasion.companyName : '';
  const text = TEXTS[locale][occasion.kind];
  return { to: person.email, ...text({ name: person.name, link, companyName }) };
}
