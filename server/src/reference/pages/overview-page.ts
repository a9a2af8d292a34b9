/** Pure. The first page: how every call is made, and what there is. */
import type { Operation } from '@serai/contract/operation.ts';
import type { NavigationGroup } from '../parts/frame.ts';
import { type Html, html } from '../parts/html.ts';

const FIRST_CALL = `
export SERAI_API_KEY=serai_sandbox_…

curl -s "$SERAI_URL/content/hotels/v1/places/search" \\
  -H "Authorization: ApiKey $SERAI_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"query": "barcelona"}'`;

export function overviewPage(operations: readonly Operation[], navigation: readonly NavigationGroup[]): Html {
  const summaries = new Map(operations.map(({ name, path }) => [`/docs/${name}`, path]));
  return html`<div class="text">
<h1>Serai reference</h1>
<p class="lead">Search hotels, quote, book and cancel, and read the catalogue behind them.</p>
<p>Every operation is a <code>POST</code> of one JSON object and answers JSON. Unknown members of a request are refused; ignore unknown members, codes and event types of an answer, for they may be added. Nothing is renamed or removed within <code>v1</code>.</p>
<h2 id="first-call"><a href="#first-call">First call</a></h2>
<pre tabindex="0"><code>export SERAI_URL=<span id="origin">http://127.0.0.1:8080</span>${FIRST_CALL}</code></pre>
<h2 id="headers"><a href="#headers">Headers</a></h2>
<div class="wide"><table>
<thead><tr><th>Of a request</th><th></th></tr></thead>
<tbody>
<tr><td><code>Authorization</code></td><td>The word <code>ApiKey</code>, a space, and the key.</td></tr>
<tr><td><code>Content-Type</code></td><td><code>application/json</code>.</td></tr>
<tr><td><code>X-Request-ID</code></td><td>Your name for the request, up to 128 letters, digits and <code>. _ : -</code>; it comes back. Optional.</td></tr>
<tr><td><code>Idempotency-Key</code></td><td>For booking and cancel. Optional: the client reference already keeps a booking from being made twice.</td></tr>
</tbody>
<thead><tr><th>Of an answer</th><th></th></tr></thead>
<tbody>
<tr><td><code>X-Request-ID</code></td><td>Name it when you ask for help.</td></tr>
<tr><td><code>RateLimit</code>, <code>RateLimit-Policy</code></td><td>What is left of the three windows of the key, and how large they are.</td></tr>
<tr><td><code>Retry-After</code></td><td>Seconds to wait: with 202, 429 and 503.</td></tr>
<tr><td><code>Idempotency-Replayed</code></td><td><code>true</code> where the answer is that of an earlier, identical request.</td></tr>
<tr><td><code>ETag</code></td><td>Of content; send it as <code>If-None-Match</code> and an unchanged answer is 304 without a body.</td></tr>
</tbody>
</table></div>
${navigation.map(
  group => html`<h2>${group.title}</h2>
<ul class="contents">${group.links.map(
    link =>
      html`<li><a href="${link.path}">${link.title}</a> <span class="faint">${summaries.get(link.path) ?? link.note}</span></li>`,
  )}</ul>`,
)}
</div>`;
}
