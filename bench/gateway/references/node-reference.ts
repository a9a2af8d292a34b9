import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChildProgram, startChild } from '../../measure/child-program.ts';
import type { RecordedAnswer } from '../code-list.ts';

export interface Reference extends ChildProgram {
  url: string;
}

interface NodeReferenceOptions {
  program: 'bare-server' | 'fastify-server';
  answer: RecordedAnswer;
  folder: string;
  cores?: string;
}

export async function startNodeReference(options: NodeReferenceOptions): Promise<Reference> {
  const { program, answer, folder, cores } = options;
  const file = join(folder, `${program}.json`);
  await writeFile(file, JSON.stringify(answer));
  const child = await startChild({
    command: process.execPath,
    args: [fileURLToPath(new URL(`${program}.ts`, import.meta.url)), file],
    ready: /listening on (\d+)\./,
    cores,
  });
  return { ...child, url: `http://127.0.0.1:${child.ready[1]}` };
}
