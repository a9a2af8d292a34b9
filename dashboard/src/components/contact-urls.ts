/** Links that start a call or an email. Pure. */

export interface Draft {
  subject: string;
  body?: string;
}

/**
 * A zero in brackets after the country code, as in "+44 (0)20", is dialled only within the country. Italy (+39) is the
 * exception: its zero is always dialled.
 */
const NATIONAL_ZERO = /^(\D*(?:\+|00)\s*(?!39\D)\d{1,3}\D*)\(0\)/;

export function telUrl(phone: string): string {
  return `tel:${phone.replace(NATIONAL_ZERO, '$1').replaceAll(/[^\d+]/g, '')}`;
}

/** Mail programs need line breaks as CRLF (RFC 6068). */
export function mailtoUrl(email: string, draft?: Draft): string {
  const address = encodeURIComponent(email).replaceAll('%40', '@');
  if (draft === undefined) return `mailto:${address}`;
  const { subject, body } = draft;
  const fields = [`subject=${encodeURIComponent(subject)}`];
  if (body !== undefined) fields.push(`body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`);
  return `mailto:${address}?${fields.join('&')}`;
}
