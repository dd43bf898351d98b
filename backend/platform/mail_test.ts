import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { createLog } from './log.ts';
import { canMail, createMailer, MAIL_MISSING } from './mail.ts';

let server: MailServer;
let lines: string[];
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  lines = [];
  server.mails.length = 0;
  server.refuses = false;
});

const log = () =>
  createLog({ write: (line) => lines.push(line), clock: () => new Date(0), level: 'debug' });
const FROM = 'Primazia <prices@primazia.test>';
const settings = (smtpUrl: string | null, sandbox: boolean) => ({
  mail: { smtpUrl, from: FROM },
  sandbox,
});
const LINK = 'https://primazia.test/change-password?token=q1w2e3r4t5';
const LETTER = { to: 'lia@casa.test', subject: 'Senha à mão', text: `Olá!\n\n${LINK}\n` };

describe('a letter', () => {
  it('is sent unchanged to the mail server, and not logged', async () => {
    await createMailer(settings(server.url, false), log()).send(LETTER);
    const [mail] = server.mails;
    assert.deepEqual(mail!.to, ['lia@casa.test']);
    assert.equal(mail!.from, 'prices@primazia.test');
    assert.match(mail!.headers, /^From: Primazia <prices@primazia\.test>/m);
    assert.match(mail!.headers, /^Subject: =\?UTF-8\?/m);
    assert.match(mail!.headers, /^Auto-Submitted: auto-generated/m);
    assert.equal(mail!.text.replaceAll('\r\n', '\n').trim(), LETTER.text.trim());
    assert.deepEqual(lines, []);
  });

  it('has one recipient, whatever the address contains', async () => {
    const to = 'lia@casa.test, eve@casa.test';
    await assert.rejects(createMailer(settings(server.url, false), log()).send({ ...LETTER, to }));
    assert.deepEqual(server.mails, []);
  });

  it('cannot smuggle in a header', async () => {
    const subject = 'Hello\r\nBcc: eve@casa.test';
    await createMailer(settings(server.url, false), log()).send({ ...LETTER, subject });
    assert.deepEqual(server.mails[0]!.to, ['lia@casa.test']);
    assert.doesNotMatch(server.mails[0]!.headers, /^Bcc/m);
  });

  it('throws if the server refuses it, without its text in the error', async () => {
    server.refuses = true;
    await assert.rejects(createMailer(settings(server.url, false), log()).send(LETTER), (error) => {
      log().error('failed', error);
      assert.equal(lines.join().includes('q1w2e3r4t5'), false);
      return true;
    });
  });

  it('leaves this machine with TLS only, unless a setting allows otherwise', async () => {
    // The same server, by a name that is not known for this machine's.
    const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0');
    assert.notEqual(elsewhere, server.url);
    await assert.rejects(createMailer(settings(elsewhere, false), log()).send(LETTER));
    assert.deepEqual(server.mails, []);
    const openly = new URL(elsewhere);
    openly.searchParams.set('requireTLS', 'false');
    await createMailer(settings(openly.href, false), log()).send(LETTER);
    assert.equal(server.mails.length, 1);
  });

  it('is logged completely with the sandbox and without a server', async () => {
    await createMailer(settings(null, true), log()).send(LETTER);
    assert.equal(lines.length, 1);
    const { letter } = JSON.parse(lines[0]!) as { letter: string };
    assert.ok(letter.includes(LINK) && letter.includes(LETTER.to));
  });

  it('is neither sent nor logged without a server and without the sandbox', async () => {
    await assert.rejects(
      createMailer(settings(null, false), log()).send(LETTER),
      (error: Error) => error.message === MAIL_MISSING,
    );
    assert.deepEqual(lines, []);
  });
});

describe('whether mail is delivered', () => {
  it('is known beforehand', () => {
    assert.equal(canMail(settings(null, false)), false);
    assert.equal(canMail(settings(null, true)), true);
    assert.equal(canMail(settings('smtp://mail.test', false)), true);
    assert.match(MAIL_MISSING, /SMTP_URL.*MAIL_FROM/);
  });
});
