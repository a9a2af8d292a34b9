/** An email to one person, and its conversion to text and HTML. Pure. */
import type { Database } from '../database/connect.ts';

export interface Mail {
  /** Identifies the reason for the email and its recipient. Only one email with the same key is sent. */
  key: string;
  /** For logs and the list of failures, for example `invitation`. */
  kind: string;
  to: string;
  subject: string;
  /** Paragraphs of plain text. A paragraph may have several lines. */
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
  const text = [...paragraphs, ...(linkText === undefined ? [] : [linkText])].join('\n\n');
  const blocks = paragraphs.map(paragraph => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`);
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
