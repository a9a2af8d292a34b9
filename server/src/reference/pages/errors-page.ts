/**
 * The page that lists every error code that an operation can return: what to do, which operations return it, and an
 * example. Pure.
 */
import { ERROR_CODES, ERRORS, type ErrorCode } from '@serai/contract/errors.ts';
import { errorExample } from '@serai/contract/openapi/errors.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { type Html, html, jsonText, prose } from '../parts/html.ts';

export function errorsPage(operations: readonly Operation[]): Html {
  const codes = ERROR_CODES.filter(code => operations.some(({ errors }) => errors.includes(code)));
  return html`<div class="text">
<h1>Errors</h1>
<p>An error has the form <code>{"error": {"code", "message"}}</code>. 401, 403 and 429 have exactly these two fields. Others may add <code>details</code>, <code>requestId</code>, <code>retryable</code> and <code>bookingId</code>. Use <code>code</code> in programs: it is part of the contract, while <code>message</code> is for people.</p>
<p>Repeat the request if the code says so, and after <code>Retry-After</code> seconds if that header is present. All other errors stay the same when repeated. Codes may be added: treat an unknown one by its status.</p>
<p>For booking and cancel, a 5xx with this envelope guarantees that nothing was sent to a provider. It always has <code>requestId</code> and <code>retryable</code>. A 5xx without the envelope (such as a 502 from a proxy), a closed connection or a timeout means that the outcome is unknown. Repeat the same request with the same <code>clientReference</code>.</p>
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
      ? 'Any operation may return this error.'
      : answering.map((each, i) => html`${i > 0 && ', '}<a href="/docs/${each.name}">${each.name}</a>`)
  }</p>
<details><summary>Body</summary><pre tabindex="0"><code>${jsonText(errorExample(code))}</code></pre></details>
</section>`;
}
