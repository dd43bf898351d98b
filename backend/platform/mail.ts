import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';
import { Bare, type Log } from './log.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Sends a mail to the mail server. Throws if that does not accept it: retry later. */
  send(mail: Mail): Promise<void>;
}

type MailSettings = Pick<Config, 'mail' | 'sandbox'>;

/** How long the mail server may be silent, in milliseconds. */
const PATIENCE = 15_000;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What is missing where mail is needed. */
export const MAIL_MISSING =
  'SMTP_URL is not set: no mail can be sent, so passwords cannot be reset and people cannot be invited. Set it to the mail server, such as smtp://user:password@mail.example:587, and MAIL_FROM to the sender.';

/** Whether mail is delivered: to a mail server, or with the sandbox into the log. */
export const canMail = ({ mail, sandbox }: MailSettings): boolean =>
  mail.smtpUrl !== null || sandbox;

/**
 * Creates the sender of mail: the server of SMTP_URL. Without one, and only with the sandbox, which has no real users, mail
 * is written completely into the log.
 *
 * A mail may give access to an account, and without encryption the server's password would be readable too: TLS is required
 * except on this machine, or with `?requireTLS=false` in the address.
 */
export function createMailer({ mail, sandbox }: MailSettings, log: Log): Mailer {
  if (mail.smtpUrl !== null) {
    const transport = createTransport(
      {
        requireTLS: !LOOPBACK.test(new URL(mail.smtpUrl).hostname),
        url: mail.smtpUrl,
        connectionTimeout: PATIENCE,
        greetingTimeout: PATIENCE,
        socketTimeout: PATIENCE,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      // So that no automatic reply is sent.
      { from: mail.from, headers: { 'Auto-Submitted': 'auto-generated' } },
    );
    return {
      async send({ to, subject, text }) {
        // An object, so that no comma in it makes two recipients of one.
        await transport.sendMail({ to: { name: '', address: to }, subject, text });
      },
    };
  }
  return {
    async send(letter) {
      if (!sandbox) throw new Error(MAIL_MISSING);
      const { to, subject, text } = letter;
      const whole = new Bare(`To: ${to}\nSubject: ${subject}\n\n${text}`);
      log.info('No mail server is configured; this e-mail would have been sent', { letter: whole });
    },
  };
}
