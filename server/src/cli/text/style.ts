export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
}

const plain = (text: string) => text;

export const PLAIN_STYLE: Style = { bold: plain, dim: plain, good: plain, warn: plain, bad: plain };

const RESET = '\u001b[0m';
const paint = (code: number) => (text: string) => (text === '' ? text : `\u001b[${code}m${text}${RESET}`);

export const COLOUR_STYLE: Style = {
  bold: paint(1),
  dim: paint(2),
  good: paint(32),
  warn: paint(33),
  bad: paint(31),
};

/**
 * Replaces control characters, including those that change the text direction, because texts from other users may
 * contain them.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '�');
}
