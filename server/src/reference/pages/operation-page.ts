/** The page of one operation: request, response, errors, and recorded calls as code. Pure. */
import { ERRORS, type ErrorCode } from '@serai/contract/errors.ts';
import { type RecordedCall, recordedCalls } from '@serai/contract/openapi/recorded-examples.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { curlText, sdkText } from '@serai/contract/snippets.ts';
import { blocks, type Html, html, jsonText, prose } from '../parts/html.ts';
import { memberList, type Schemas } from '../parts/members.ts';

export function operationPage(operation: Operation, schemas: Schemas): Html {
  const { typeNames } = operation;
  const members = (part: 'request' | 'answer', type: string) =>
    memberList(schemas, schemas[type] ?? {}, part);
  return html`<article class="operation">
<div class="text">
<h1>${operation.summary}</h1>
<p class="path"><span class="method">POST</span> <code>${operation.path}</code></p>
${operation.aliases.map(alias => html`<p class="path faint">also <code>${alias}</code></p>`)}
<p class="facts">Scope <a href="/docs/scopes#${operation.scope}"><code>${operation.scope}</code></a> · returns ${operation.statuses.join(' or ')}${operation.scope === 'content:read' && html`, 304 with <code>If-None-Match</code>`}${operation.trafficClass === 'book' && html` · accepts <code>Idempotency-Key</code>`}</p>
${blocks(operation.description)}
<h2 id="request"><a href="#request">Request</a></h2>
${members('request', typeNames.request)}
<h2 id="answer"><a href="#answer">Response</a></h2>
${members('answer', typeNames.response)}
<h2 id="errors"><a href="#errors">Errors</a></h2>
${errorList(operation)}
</div>
<div class="code">
${recordedCalls(operation).map((call, i) => example(operation, call, i))}
</div>
</article>`;
}

function example(operation: Operation, call: RecordedCall, i: number): Html {
  const { name, summary, request, status, answer } = call;
  return html`<section class="example" id="example-${name}">
<h3><a href="#example-${name}">${summary}</a></h3>
${codeTabs(`request-${i}`, 'Request', [
  { title: 'JSON', code: jsonText(request) },
  { title: 'curl', code: html`${curlText(operation, request)}` },
  { title: 'SDK', code: html`${sdkText(operation, request)}` },
])}
<p class="status">Response <b class="ok">${status}</b></p>
<pre tabindex="0"><code>${jsonText(answer)}</code></pre>
</section>`;
}

function errorList({ errors }: Operation): Html {
  const codes = [...errors].sort((a, b) => ERRORS[a].status - ERRORS[b].status);
  return html`<ul class="members">${codes.map(errorRow)}</ul>`;
}

function errorRow(code: ErrorCode): Html {
  const { status, action } = ERRORS[code];
  return html`<li>
<div class="member"><a href="/docs/errors#${code}"><code>${code}</code></a> <span class="status-code">${status}</span></div>
<div class="about">${prose(action)}</div>
</li>`;
}

export interface CodeTab {
  title: string;
  code: Html;
}

/** `id` must be unique on the page. */
export function codeTabs(id: string, label: string, tabs: readonly CodeTab[]): Html {
  return html`<fieldset class="tabs"><legend class="unseen">${label}</legend>${tabs.map(
    (tab, i) =>
      html`<input type="radio" name="${id}" id="${id}-${String(i)}"${i === 0 && html` checked`}><label for="${id}-${String(i)}">${tab.title}</label>`,
  )}${tabs.map(tab => html`<pre tabindex="0"><code>${tab.code}</code></pre>`)}</fieldset>`;
}
