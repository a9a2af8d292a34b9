/**
 * The gateway that a Node team would assemble from packages: Fastify with the checks of Serai's gateway. Looks up the
 * key by its digest, checks address and scope, counts three rate windows, exchanges the key for a cached token, logs
 * the request to a file and forwards it over persistent connections. The argument is a file with the options.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import proxy from '@fastify/http-proxy';
import rateLimit from '@fastify/rate-limit';
import { fastify } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface FastifyGatewayOptions {
  backendUrl: string;
  key: string;
  logFile: string;
}

const TOKEN_SECONDS = 240;
const RENEW_BEFORE_SECONDS = 30;
const LIMITS = [
  { max: 100_000_000, timeWindow: '1 minute' },
  { max: 100_000_000, timeWindow: '1 hour' },
  { max: 100_000_000, timeWindow: '1 day' },
];

const { backendUrl, key, logFile } = JSON.parse(
  readFileSync(process.argv[2] as string, 'utf8'),
) as FastifyGatewayOptions;
const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
const { x: keyId } = await exportJWK(publicKey);
const digest = (secret: string) => createHash('sha256').update(secret).digest('base64');
const keys = new Map([
  [digest(key), { id: 'key-1', scopes: new Set(['content:read']), addresses: new Set(['127.0.0.1']) }],
]);
const tokens = new Map<string, { token: string; renewAtMs: number }>();

const app = fastify({ logger: { level: 'info', file: logFile }, keepAliveTimeout: 60_000 });
await app.register(rateLimit, {
  global: false,
  keyGenerator: request => request.headers.authorization ?? '',
});
const windows = LIMITS.map(limit => app.createRateLimit(limit));

app.addHook('onRequest', async (request, reply) => {
  const secret = /^ApiKey (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const found = secret === undefined ? undefined : keys.get(digest(secret));
  if (found === undefined) return reply.code(401).send({ error: { code: 'UNAUTHORIZED' } });
  if (!found.addresses.has(request.ip))
    return reply.code(403).send({ error: { code: 'ADDRESS_NOT_ALLOWED' } });
  if (!found.scopes.has('content:read')) return reply.code(403).send({ error: { code: 'SCOPE_MISSING' } });
  for (const check of windows) {
    const window = await check(request);
    if (!window.isAllowed && window.isExceeded) {
      return reply.code(429).send({ error: { code: 'RATE_LIMITED' } });
    }
  }
  request.headers.authorization = `Bearer ${await tokenOf(found.id)}`;
});

await app.register(proxy, { upstream: backendUrl, undici: { connections: 128, pipelining: 1 } });
const url = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening on ${new URL(url).port}.`);

async function tokenOf(id: string): Promise<string> {
  const cached = tokens.get(id);
  if (cached !== undefined && Date.now() < cached.renewAtMs) return cached.token;
  const token = await new SignJWT({ scope: 'content:read' })
    .setProtectedHeader({ alg: 'EdDSA', kid: keyId as string })
    .setSubject(id)
    .setExpirationTime(`${TOKEN_SECONDS}s`)
    .sign(privateKey);
  tokens.set(id, { token, renewAtMs: Date.now() + (TOKEN_SECONDS - RENEW_BEFORE_SECONDS) * 1000 });
  return token;
}
