import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChildProgram, startChild } from '../../measure/child-program.ts';
import type { RecordedAnswer } from '../code-list.ts';
import type { FastifyGatewayOptions } from './fastify-gateway.ts';

export interface Reference extends ChildProgram {
  url: string;
}

interface NodeReferenceOptions {
  program: 'bare-server' | 'fastify-server';
  answer: RecordedAnswer;
  folder: string;
  cores?: string;
}

export function startNodeReference({ program, answer, ...rest }: NodeReferenceOptions): Promise<Reference> {
  return startWith(program, answer, rest);
}

/** Starts the gateway that is assembled from packages. Its log goes to a file in the folder. */
export function startFastifyGateway(
  options: Omit<FastifyGatewayOptions, 'logFile'> & { folder: string },
): Promise<Reference> {
  const { folder, ...rest } = options;
  return startWith('fastify-gateway', { ...rest, logFile: join(folder, 'fastify-gateway.log') }, { folder });
}

async function startWith(
  program: string,
  argument: object,
  { folder, cores }: Pick<NodeReferenceOptions, 'folder' | 'cores'>,
): Promise<Reference> {
  const file = join(folder, `${program}.json`);
  await writeFile(file, JSON.stringify(argument));
  const child = await startChild({
    command: process.execPath,
    args: [fileURLToPath(new URL(`${program}.ts`, import.meta.url)), file],
    ready: /listening on (\d+)\./,
    cores,
  });
  return { ...child, url: `http://127.0.0.1:${child.ready[1]}` };
}
