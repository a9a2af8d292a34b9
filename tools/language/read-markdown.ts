/** Splits a Markdown page into sentences. Code blocks, HTML and tables' rules are no sentences. */

interface Sentence {
  line: number;
  text: string;
}

const LIST_ITEM = /^\s*(?:[-*]|\d+\.)\s+/;
const HEADING = /^#+\s+/;

export function readMarkdown(page: string): Sentence[] {
  const sentences: Sentence[] = [];
  let paragraph: Sentence | undefined;
  let isCode = false;
  const flush = () => {
    if (paragraph) {
      const { line } = paragraph;
      sentences.push(...splitSentences(paragraph.text).map(text => ({ line, text })));
    }
    paragraph = undefined;
  };
  for (const [index, row] of page.split('\n').entries()) {
    const line = index + 1;
    if (/^\s*```/.test(row)) {
      flush();
      isCode = !isCode;
    } else if (isCode) {
    } else if (/^\s*(?:$|<|\|[\s:|-]+\|\s*$)/.test(row)) flush();
    else if (HEADING.test(row)) {
      flush();
      sentences.push({ line, text: row.replace(HEADING, '') });
    } else if (/^\s*\|/.test(row)) {
      flush();
      const cells = row.split(/(?<!\\)\|/).map(cell => cell.trim());
      sentences.push(...cells.filter(cell => /\p{L}{2,} \p{L}/u.test(cell)).map(text => ({ line, text })));
    } else {
      if (LIST_ITEM.test(row)) flush();
      const text = row.replace(LIST_ITEM, '').trim();
      if (paragraph) paragraph.text += ` ${text}`;
      else paragraph = { line, text };
    }
  }
  flush();
  return sentences.filter(({ text }) => /\p{L}{2}/u.test(text));
}

function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?]["')*]*)\s+(?=["'(*[`]*\p{Lu})/u);
}
