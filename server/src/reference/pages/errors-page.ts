/** Pure. Every error code: what to do, who answers it, and a body as it came. */
import { ERROR_CODES, ERRORS, type ErrorCode } from '@serai/contract/errors.ts';
import { errorExample } from '@serai/contract/openapi/errors.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { type Html, html, jsonText, prose } from '../parts/html.ts';

export function errorsPage(operations: readonly Operation[]): Html {
  const codes = ERROR_CODES.filter(code => operations.some(({ errors }) => errors.includes(code)));
  return html`<div class="text">
<h1>Errors</h1>
<p>A failure is <code>{"error": {"code", "message"}}</code>. 401, 403 and 429 carry exactly these two members; others may add <code>details</code>, <code>requestId</code>, <code>retryable</code> and <code>bookingId</code>. Decide by <code>code</code>: it is the contract, <code>message</code> is for people.</p>
<p>Send the same request again where a code says so, and after <code>Retry-After</code> where that header came. Everything else is answered the same way next time. Codes may be added: treat an unknown one by its status.</p>
<p>For booking and cancel, a 5xx with this envelope promises that nothing was sent to a provider; it always has <code>requestId</code> and <code>retryable</code>. A 5xx without it, such as a 502 in the words of a proxy, a closed connection or a timeout is an unknown outcome: repeat the same request with the same <code>clientReference</code>.</p>
${codes.map(code => errorSection(code, operations))}
</div>`;
}

function errorSection(code: ErrorCode, operations: readonly Operation[]): Html {
  const { status, retryable, action } = ERRORS[code];
  const answering = operations.filter(({ errors }) => errors.includes(code));
  const isCommon = answering.length === operations.length;
  return html`<section class="entry" id="${code}">
<h2><a href="#${code}"><code>${code}</code></a> <span class="status-code">${status}</span>${retryable && html` <span class="retry">retry</span>`}</h2>
<p>${prose(action)}</p>
<p class="faint">${
    isCommon
      ? 'Any operation may answer it.'
      : answering.map((each, i) => html`${i > 0 && ', '}<a href="/docs/${each.name}">${each.name}</a>`)
  }</p>
<details><summary>Body</summary><pre tabindex="0"><code>${jsonText(errorExample(code))}</code></pre></details>
</section>`;
}
