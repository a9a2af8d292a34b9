/** Where a command writes and whom it can ask. */
import { createInterface } from 'node:readline/promises';

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether nobody reads what `out` gets any more: `serai export hotels | head -1`. */
  outIsClosed?(): boolean;
  /** Whether a person reads what `out` gets. */
  isTty: boolean;
  /** Whether a person reads what `err` gets, so that a line may be rewritten. */
  errIsTty?: boolean;
  /** Asks the person at the keyboard; undefined when there is none. */
  ask: ((question: string) => Promise<string>) | undefined;
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  let outIsClosed = false;
  const onClosed = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    outIsClosed = true;
  };
  stdout.on('error', onClosed);
  return {
    out: text => void (outIsClosed || stdout.write(text)),
    err: text => void stderr.write(text),
    outIsClosed: () => outIsClosed,
    isTty: stdout.isTTY === true,
    errIsTty: stderr.isTTY === true,
    // Questions go to standard error, so that a piped answer stays clean.
    ask: stdin.isTTY && stderr.isTTY ? question => askOn(stdin, stderr, question) : undefined,
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
