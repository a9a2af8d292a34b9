/** Where a command writes and whom it can ask. */
import { createInterface } from 'node:readline/promises';

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Whether a person reads what `out` gets. */
  isTty: boolean;
  /** Whether a person reads what `err` gets, so that a line may be rewritten. */
  errIsTty?: boolean;
  /** Asks the person at the keyboard; undefined when there is none. */
  ask: ((question: string) => Promise<string>) | undefined;
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  return {
    out: text => void stdout.write(text),
    err: text => void stderr.write(text),
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
