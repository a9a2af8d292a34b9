/** Fastify with one route and without logging: parses the body and sends a recorded response. */
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { CODE_LIST_PATH, type RecordedAnswer } from '../code-list.ts';

const recorded = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as RecordedAnswer;
const headers = Object.fromEntries(
  recorded.headers.flatMap((name, i) => (i % 2 === 0 ? [[name, recorded.headers[i + 1]]] : [])),
);

const app = fastify({ logger: false, keepAliveTimeout: 60_000 });
app.post(CODE_LIST_PATH, (_request, reply) => {
  reply.headers(headers).send(recorded.body);
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening on ${new URL(url).port}.`);
