/** Links that start a call or an email. Pure. */

export interface Draft {
  subject: string;
  body?: string;
}

export function telUrl(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
}

/** Mail programs need line breaks as CRLF (RFC 6068). */
export function mailtoUrl(email: string, draft?: Draft): string {
  if (draft === undefined) return `mailto:${email}`;
  const { subject, body } = draft;
  const fields = [`subject=${encodeURIComponent(subject)}`];
  if (body !== undefined) fields.push(`body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`);
  return `mailto:${email}?${fields.join('&')}`;
}
