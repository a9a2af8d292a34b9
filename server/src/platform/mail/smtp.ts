import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { TLSSocketOptions } from 'node:tls';
import type { Clock } from '../clock.ts';
import type { ComposedMail } from './mail.ts';

export interface Smtp {
  /**
   * Returns the response of the server. Throws an SmtpError on failure, or if the server takes too long. `messageId`
   * stays the same when an email is sent again, so that receivers can recognise it.
   */
  send(mail: ComposedMail & { messageId: string }): Promise<string>;
  /** Connects and signs in, without sending an email. Throws an SmtpError on failure. */
  check(): Promise<void>;
}

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  url: string;
  from: string;
  clock: Clock;
  /** Certificates to trust. Set by tests. */
  tls?: Pick<TLSSocketOptions, 'ca'> | undefined;
}

export class SmtpError extends Error {
  override readonly name = 'SmtpError';

  /** True if the server will never accept this email. */
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

/** Loaded when it is first needed, because most processes send no email. */
const loadMailer = () => import('nodemailer');

const CONNECT_MS = 10_000;
const CHECK_MS = 30_000;
/** Covers everything before the message: connecting, signing in and naming the recipient. */
export const ENVELOPE_MS = 60_000;
/**
 * A server may scan a message before it accepts it, and RFC 5321 gives it ten minutes. A sender that gives up earlier
 * sends again what the server delivers.
 */
export const SEND_MS = 12 * 60_000;

export function openSmtp({ url, from, clock, tls }: SmtpOptions): Smtp {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const hasUser = username !== '';
  const options = {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password is never sent in plain text to another machine.
    requireTLS: hasUser && !isLoopback(host),
    ...(hasUser && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(tls && { tls }),
  };
  const rethrow = (error: TransportError) => throwWithout(passwordForms(username, password), error);
  return {
    async send({ to, replyTo, attachments, ...mail }) {
      const { createTransport } = await loadMailer();
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const addresses = { from, to: addressOf(to), ...(replyTo && { replyTo: addressOf(replyTo) }) };
      // The socket is closed at a deadline, so that the server cannot accept the email later.
      const socket = new Socket();
      const disconnect = () => socket.destroy(new Error('The mail server took too long.'));
      const envelopeDeadline = clock.after(ENVELOPE_MS, disconnect);
      const deadline = clock.after(SEND_MS, disconnect);
      const { response } = await createTransport({ ...options, socket, socketTimeout: SEND_MS })
        .use('stream', ({ message }, done) => {
          message?.processFunc(content => beforeFirstRead(content, () => envelopeDeadline.cancel()));
          done();
        })
        .sendMail({ ...addresses, ...mail, attachments: [...attachments], headers })
        .catch(rethrow)
        .finally(() => {
          envelopeDeadline.cancel();
          deadline.cancel();
        });
      return response;
    },
    async check() {
      const { createTransport } = await loadMailer();
      await createTransport({ ...options, socketTimeout: CHECK_MS })
        .verify()
        .catch(rethrow);
    },
  };
}

/** The content is first read when the server has responded to DATA. */
function beforeFirstRead(content: Readable, run: () => void): Readable {
  async function* read() {
    run();
    yield* content;
  }
  return Readable.from(read(), { objectMode: false });
}

/** As an object, so that no part of the address is read as a name or as another address. */
function addressOf(address: string): { name: string; address: string } {
  return { name: '', address };
}

interface TransportError {
  code?: string;
  responseCode?: number;
  /** What the server said. `message` has words of the client before it. */
  response?: string;
  message: string;
}

/** A wrong password is not permanent: the operator may correct it before the last attempt. */
function throwWithout(secrets: readonly string[], error: TransportError): never {
  const { code, responseCode = 0, response, message } = error;
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const text = (isAboutMail && response) || message;
  const safe = secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text);
  throw new SmtpError(safe, isAboutMail && responseCode >= 500);
}

/** How the password may appear in a response, because some servers repeat a command that they do not understand. */
function passwordForms(username: string, password: string): string[] {
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (pass === '') return [];
  return [`\0${user}\0${pass}`, pass]
    .map(text => Buffer.from(text).toString('base64'))
    .concat(pass, password);
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
