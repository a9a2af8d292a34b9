/** What an audited call shows of a test provider: the question and the answer as JSON. Nobody's name is in either. */
import type { Exchange } from '../../port/call.ts';

/** What was said on the wire: a value, a text that is not JSON, or nothing. */
export type Wire = { json: unknown } | { text: string } | null;

/** Bodies are written when they are read: most searches are audited by nobody, and this would be most of their cost. */
export function exchangeMessage(question: unknown, answer: Wire): Exchange {
  return {
    request: {
      method: null,
      target: null,
      headers: {},
      get body() {
        return JSON.stringify(question);
      },
      truncated: false,
    },
    response: answer && {
      status: null,
      headers: {},
      get body() {
        return 'text' in answer ? answer.text : JSON.stringify(answer.json);
      },
      truncated: false,
    },
  };
}
