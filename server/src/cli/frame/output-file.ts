/** Where an export goes: a file that appears only when it is complete, gzip by its name, or standard output. */
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CliFailure, EXIT } from './failure.ts';
import type { Terminal } from './terminal.ts';

export interface OutputFile {
  write(text: string): Promise<void>;
  /** Gives the file its name. */
  finish(): Promise<void>;
  /** Removes what was written. */
  discard(): void;
}

/** Who reads standard output has enough, and left. */
export class ReaderLeft extends Error {
  override readonly name = 'ReaderLeft';
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
      if (terminal.outIsClosed?.()) throw new ReaderLeft('nobody reads standard output any more');
      terminal.out(text);
    },
    finish: async () => {},
    discard: () => {},
  };
}

function notWritten(path: string, cause: unknown): CliFailure {
  const { message } = cause as Error;
  return new CliFailure(EXIT.failed, `${path} cannot be written: ${message}.`, {
    hint: 'Name another file with --output, or make room on the disk.',
    cause,
  });
}
