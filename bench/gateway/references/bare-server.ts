/**
 * Measures the cost of node:http itself: reads the body and sends a recorded response. The argument is the
 * response file.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedAnswer } from '../code-list.ts';

const { headers, body } = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as RecordedAnswer;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(200, headers.slice());
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}.`));
