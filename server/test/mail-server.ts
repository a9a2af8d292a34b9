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
  /** Requires STARTTLS and these credentials. If omitted, the server offers neither. */
  account?: { user: string; password: string };
  /** Recipients that are refused with 550. */
  refused?: readonly string[];
  /** The server has received an email, and accepts it when this resolves. */
  scan?: () => Promise<void>;
}

export async function mailServer({
  port = 0,
  account,
  refused = [],
  scan = async () => {},
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    key: LOCALHOST_KEY,
    cert: LOCALHOST_CERTIFICATE,
    authOptional: account === undefined,
    disabledCommands: account === undefined ? ['AUTH', 'STARTTLS'] : [],
    onAuth({ username, password }, _session, done) {
      const isRight = username === account?.user && password === account?.password;
      done(isRight ? null : new Error('535 wrong password'), { user: username });
    },
    onRcptTo({ address }, _session, done) {
      done(
        refused.includes(address)
          ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
          : undefined,
      );
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: decoded(Buffer.concat(chunks).toString()),
          secure: session.secure,
          user: session.user as string | undefined,
        });
        void scan().then(() => done());
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
