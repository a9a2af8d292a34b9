/** The paragraphs of an email that is shown as plain text. Pure. */

/** The cells of each line if it is a table, whose first line is the heading. */
export interface MailBlock {
  text: string;
  rows?: readonly string[][];
}

/** In the text of an email, at least two spaces separate the columns of a table. */
export function mailBlocks(text: string): MailBlock[] {
  return text
    .trim()
    .split('\n\n')
    .map(block => {
      const rows = block.split('\n').map(line => line.trim().split(/ {2,}/));
      const columns = rows[0]?.length ?? 0;
      const isTable = rows.length > 1 && columns > 1 && rows.every(({ length }) => length === columns);
      return isTable ? { text: block, rows } : { text: block };
    });
}
