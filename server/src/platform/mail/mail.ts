/** An email to one person, and its conversion to text and HTML. Pure. */
import type { Database } from '../database/connect.ts';

export interface Mail {
  /** Identifies the reason for the email and its recipient. Only one email with the same key is sent. */
  key: string;
  /** For logs and the list of failures, for example `invitation`. */
  kind: string;
  to: string;
  subject: string;
  /**
   * Paragraphs of plain text. A paragraph may have several lines. If all of them have cells that tabs separate, it is a
   * table whose first line is the heading.
   */
  paragraphs: readonly string[];
  link?: { text: string; url: string } | undefined;
  /** Where answers go. Default: the sender of all emails. */
  replyTo?: string | undefined;
  attachments?: readonly MailAttachment[] | undefined;
}

export interface MailAttachment {
  filename: string;
  /** For example `text/csv; charset=utf-8`. */
  contentType: string;
  content: string;
  /** For files that are not text, because the outbox stores emails as JSON. */
  encoding?: 'base64' | undefined;
}

/**
 * Adds an email to the outbox, in the same transaction as the change that it reports. Nothing is sent before the
 * commit.
 */
export type SendMail = (tx: Database, mail: Mail) => Promise<void>;

export interface ComposedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo: string | undefined;
  attachments: readonly MailAttachment[];
}

/** Line breaks in the subject become spaces, so that no text can add a header. */
export function composeMail(mail: Mail): ComposedMail {
  const { to, subject, paragraphs, link, replyTo, attachments = [] } = mail;
  const linkText = link && `${link.text}:\n${link.url}`;
  const text = [...paragraphs.map(textOf), ...(linkText === undefined ? [] : [linkText])].join('\n\n');
  const blocks = paragraphs.map(htmlOf);
  if (link !== undefined) {
    blocks.push(`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`);
  }
  const html = `<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:sans-serif">${blocks.join('')}</body></html>`;
  return {
    to,
    subject: subject.replaceAll(/\s+/g, ' ').trim(),
    text: `${text}\n`,
    html,
    replyTo,
    attachments,
  };
}

function rowsOf(paragraph: string): string[][] | undefined {
  const rows = paragraph.split('\n').map(line => line.split('\t'));
  return rows.length > 1 && rows.every(cells => cells.length > 1) ? rows : undefined;
}

/** Columns of a table are padded with spaces. The last one ends on the right, because it has amounts. */
function textOf(paragraph: string): string {
  const rows = rowsOf(paragraph);
  if (rows === undefined) return paragraph;
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(cells => cells[at]?.length ?? 0)));
  const padded = (cell: string, at: number) =>
    at === widths.length - 1 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return rows.map(cells => cells.map(padded).join('  ')).join('\n');
}

function htmlOf(paragraph: string): string {
  const rows = rowsOf(paragraph);
  if (rows === undefined) return `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`;
  const lines = rows.map((cells, row) => {
    const name = row === 0 ? 'th' : 'td';
    const cellOf = (cell: string, at: number) =>
      `<${name} align="${at === cells.length - 1 ? 'right' : 'left'}">${escapeHtml(cell)}</${name}>`;
    return `<tr>${cells.map(cellOf).join('')}</tr>`;
  });
  return `<table cellpadding="4">${lines.join('')}</table>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => ENTITIES[sign] as string);
}
