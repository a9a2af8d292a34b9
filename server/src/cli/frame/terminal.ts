import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CliFailure, EXIT } from './failure.ts';

export interface Terminal {
  out(text: string): void;
  /**
   * A text that begins with `REWRITE` and does not end with a newline replaces the progress line. On a terminal, all
   * other text is written above that line.
   */
  err(text: string): void;
  /** Whether the reader has closed standard output, as in `serai export hotels | head -1`. */
  outIsClosed?(): boolean;
  /** Whether standard output is a terminal. */
  isTty: boolean;
  /** Whether standard error is a terminal, so that a line can be rewritten. */
  errIsTty?: boolean;
  /** Undefined if there is no terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
  /** Asks for a secret. What the user types is not shown. Undefined if there is no terminal. */
  askSecret?: ((question: string) => Promise<string>) | undefined;
}

/** Moves to the start of the line and clears it. */
export const REWRITE = '\r\u001b[K';

const DEFAULT_COLUMNS = 80;

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/** Writers for both streams that keep other text separate from the progress line. */
export function aroundProgress(stdout: Stream, stderr: Stream): Pick<Terminal, 'out' | 'err'> {
  let progress = '';
  const write = (stream: Stream, text: string) => {
    if (progress === '' || !stream.isTTY) stream.write(text);
    else {
      stderr.write(REWRITE);
      stream.write(text);
      if (text.endsWith('\n')) stderr.write(progress);
      else progress = '';
    }
  };
  return {
    out: text => write(stdout, text),
    err(text) {
      if (!stderr.isTTY || !text.startsWith(REWRITE) || text.endsWith('\n')) return write(stderr, text);
      // A wrapped line cannot be cleared.
      const shown = text.slice(0, REWRITE.length + (stderr.columns || DEFAULT_COLUMNS) - 1);
      progress = text === REWRITE ? '' : shown;
      stderr.write(shown);
    },
  };
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  let outIsClosed = false;
  const onClosed = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    outIsClosed = true;
  };
  stdout.on('error', onClosed);
  const { out, err } = aroundProgress(stdout, stderr);
  return {
    out: text => void (outIsClosed || out(text)),
    err,
    outIsClosed: () => outIsClosed,
    isTty: stdout.isTTY === true,
    errIsTty: stderr.isTTY === true,
    // Questions go to standard error, so that piped output contains only the result.
    ask: stdin.isTTY && stderr.isTTY ? question => askOn(stdin, stderr, question) : undefined,
    askSecret: stdin.isTTY && stderr.isTTY ? question => askSecretOn(stdin, stderr, question) : undefined,
  };
}

async function askOn(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  question: string,
): Promise<string> {
  const reader = createInterface({ input, output });
  try {
    return await reader.question(question);
  } finally {
    reader.close();
  }
}

/** Reads a line without showing it. Rejects if the user presses Ctrl-C or ends the input. */
export async function askSecretOn(
  input: NodeJS.ReadableStream,
  output: Pick<NodeJS.WritableStream, 'write'>,
  question: string,
): Promise<string> {
  // In terminal mode, readline turns the echo of the terminal off and writes what is typed to its own output. The
  // question is written afterwards, so that input typed early is not shown either.
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: hidden, terminal: true, historySize: 0 });
  output.write(question);
  try {
    return await new Promise((resolve, reject) => {
      const cancelled = () => reject(new CliFailure(EXIT.failed, 'Cancelled. Nothing was changed.'));
      reader.once('SIGINT', cancelled);
      reader.once('close', cancelled);
      reader.once('line', resolve);
    });
  } finally {
    reader.close();
    output.write('\n');
  }
}
