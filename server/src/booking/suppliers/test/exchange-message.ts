/** What an audited call shows of a test provider: the question and the answer as JSON. Nobody's name is in either. */
import { MAX_AUDIT_BODY_BYTES } from '@serai/contract/booking/provider-exchange.ts';
import type { Exchange } from '../../port/call.ts';

/** What was said on the wire: a value, a text that is not JSON, or nothing. */
export type Wire = { json: unknown } | { text: string } | null;

/** Bodies are written when they are read: most searches are audited by nobody, and this would be most of their cost. */
export function exchangeMessage(question: unknown, answer: Wire): Exchange {
  const asked = lazyBody({ json: question });
  const answered = answer && lazyBody(answer);
  return {
    request: {
      method: null,
      target: null,
      headers: {},
      get body() {
        return asked().text;
      },
      get truncated() {
        return asked().isCut;
      },
    },
    response: answered && {
      status: null,
      headers: {},
      get body() {
        return answered().text;
      },
      get truncated() {
        return answered().isCut;
      },
    },
  };
}

function lazyBody(said: NonNullable<Wire>): () => { text: string; isCut: boolean } {
  let body: { text: string; isCut: boolean } | undefined;
  return () => {
    body ??= cut('text' in said ? said.text : JSON.stringify(said.json));
    return body;
  };
}

function cut(text: string): { text: string; isCut: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_AUDIT_BODY_BYTES) return { text, isCut: false };
  // A character that the cut would halve is left out whole.
  let end = MAX_AUDIT_BODY_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return { text: bytes.toString('utf8', 0, end), isCut: true };
}
