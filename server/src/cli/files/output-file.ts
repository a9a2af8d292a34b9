/**
 * The target of an export: standard output, or a file that appears only when it is complete. A file whose name ends in
 * .gz is compressed.
 */
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CliFailure, EXIT } from '../frame/failure.ts';
import type { Terminal } from '../frame/terminal.ts';

export interface OutputFile {
  write(text: string): Promise<void>;
  /** Renames the complete file to its final name. */
  finish(): Promise<void>;
  discard(): void;
}

/** Thrown when the program that reads standard output has closed it. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

export async function openOutput(path: string | undefined, terminal: Terminal): Promise<OutputFile> {
  if (path === undefined) return standardOutput(terminal);
  const part = `${path}.part`;
  const file = createWriteStream(part);
  try {
    await once(file, 'open');
  } catch (error) {
    throw notWritten(path, error);
  }
  let failure: unknown;
  const note = (error: unknown) => {
    failure ??= error;
  };
  const gzip = path.endsWith('.gz') ? createGzip() : undefined;
  const first: Writable = gzip ?? file;
  gzip?.on('error', note).pipe(file);
  file.on('error', error => {
    note(error);
    gzip?.destroy();
  });

  return {
    async write(text) {
      if (failure === undefined && !first.write(text)) await once(first, 'drain').catch(note);
      if (failure !== undefined) throw notWritten(path, failure);
    },
    async finish() {
      first.end();
      try {
        await finished(file);
        if (failure !== undefined) throw failure;
        await rename(part, path);
      } catch (error) {
        throw notWritten(path, error);
      }
    },
    discard() {
      first.destroy();
      file.destroy();
      rmSync(part, { force: true });
    },
  };
}

function standardOutput(terminal: Terminal): OutputFile {
  return {
    async write(text) {
      if (terminal.outIsClosed?.()) throw new OutputClosed('standard output was closed');
      terminal.out(text);
    },
    finish: async () => {},
    discard: () => {},
  };
}

function notWritten(path: string, cause: unknown): CliFailure {
  const { message } = cause as Error;
  return new CliFailure(EXIT.failed, `${path} cannot be written: ${message}.`, {
    hint: 'Choose another file with --output, or free some disk space.',
    cause,
  });
}
