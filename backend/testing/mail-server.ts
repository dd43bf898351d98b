import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The headers as received, and the decoded text. */
  headers: string;
  text: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** While true every message is refused for the moment. */
  refuses: boolean;
  close(): Promise<void>;
}

/** Undoes quoted-printable and base64, in which mail carries what is not ASCII. */
function decode(headers: string, body: string): string {
  const coding = /content-transfer-encoding: *(\S+)/i.exec(headers)?.[1]?.toLowerCase();
  if (coding === 'base64') {
    return new TextDecoder().decode(Uint8Array.fromBase64(body.replace(/\s/g, '')));
  }
  if (coding !== 'quoted-printable') return body;
  const escaped = body.replace(/=\r\n/g, '').replace(/%/g, '%25').replace(/=(..)/g, '%$1');
  return decodeURIComponent(escaped);
}

/** A mail server on this machine that keeps what it is sent. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      const chunks: Uint8Array[] = [];
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      stream.on('end', () => {
        if (here.refuses) {
          done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
          return;
        }
        const whole = new TextDecoder().decode(new Uint8Array(chunks.flatMap((part) => [...part])));
        const end = whole.indexOf('\r\n\r\n');
        const headers = whole.slice(0, end);
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          headers,
          text: decode(headers, whole.slice(end + 4)),
        });
        done();
      });
    },
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const { port } = server.server.address() as AddressInfo;
  const here: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuses: false,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
      }),
  };
  return here;
}
