import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './localhost-certificate.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message with its headers, with the transfer encoding decoded. */
  text: string;
  secure: boolean;
  user: string | undefined;
}

export interface MailServer {
  port: number;
  received: ReceivedMail[];
  close(): Promise<void>;
}

interface MailServerOptions {
  port?: number;
  /** Requires an encrypted connection and these credentials. */
  account?: { user: string; password: string };
  /** If omitted, the server offers STARTTLS only with an account. */
  encryption?: 'STARTTLS' | 'TLS';
  /** Recipients that are refused with 550. */
  refused?: readonly string[];
  /** The words of these refusals. */
  refusedAs?: string;
  /** The server responds to a recipient when this resolves. */
  lookUp?: () => Promise<void>;
  /** The server has received an email, and accepts it when this resolves. */
  scan?: (mail: ReceivedMail) => Promise<void>;
  /** The end of the response to an accepted email. */
  response?: string;
}

export async function mailServer({
  port = 0,
  account,
  encryption = account && 'STARTTLS',
  refused = [],
  refusedAs = 'no such mailbox',
  lookUp = async () => {},
  scan = async () => {},
  response,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    key: LOCALHOST_KEY,
    cert: LOCALHOST_CERTIFICATE,
    authOptional: account === undefined,
    secure: encryption === 'TLS',
    disabledCommands: [
      ...(account === undefined ? ['AUTH'] : []),
      ...(encryption === 'STARTTLS' ? [] : ['STARTTLS']),
    ],
    onAuth({ username, password }, _session, done) {
      const isRight = username === account?.user && password === account?.password;
      done(isRight ? null : new Error('535 wrong password'), { user: username });
    },
    onRcptTo({ address }, _session, done) {
      const refusal = refused.includes(address)
        ? Object.assign(new Error(refusedAs), { responseCode: 550 })
        : undefined;
      void lookUp().then(() => done(refusal));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: decoded(Buffer.concat(chunks).toString()),
          secure: session.secure,
          user: session.user as string | undefined,
        };
        received.push(mail);
        void scan(mail).then(() => done(null, response));
      });
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

/** Enough for the ASCII texts of tests. */
function decoded(message: string): string {
  return message.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
