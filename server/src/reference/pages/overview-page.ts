/** The first page: how to make a call, and the list of operations. Pure. */
import type { Operation } from '@serai/contract/operation.ts';
import type { NavigationGroup } from '../parts/frame.ts';
import { type Html, html } from '../parts/html.ts';

const FIRST_CALL = `
export SERAI_API_KEY=serai_sandbox_…

curl -s "$SERAI_BASE_URL/content/hotels/v1/places/search" \\
  -H "Authorization: ApiKey $SERAI_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"query": "barcelona"}'`;

export function overviewPage(operations: readonly Operation[], navigation: readonly NavigationGroup[]): Html {
  const summaries = new Map(operations.map(({ name, path }) => [`/docs/${name}`, path]));
  return html`<div class="text">
<h1>Serai reference</h1>
<p class="lead">Search hotels, quote, book and cancel, and read the catalogue behind them.</p>
<p>Every operation is a <code>POST</code> of one JSON object and returns JSON. Unknown fields in a request are rejected. Ignore unknown fields, codes and event types in a response, because they may be added. Nothing is renamed or removed within <code>v1</code>.</p>
<h2 id="first-call"><a href="#first-call">First call</a></h2>
<pre tabindex="0"><code>export SERAI_BASE_URL=<span id="origin">http://127.0.0.1:8080</span>${FIRST_CALL}</code></pre>
<h2 id="headers"><a href="#headers">Headers</a></h2>
<div class="wide"><table>
<thead><tr><th>Request</th><th></th></tr></thead>
<tbody>
<tr><td><code>Authorization</code></td><td>The word <code>ApiKey</code>, a space, and the key.</td></tr>
<tr><td><code>Content-Type</code></td><td><code>application/json</code>.</td></tr>
<tr><td><code>X-Request-ID</code></td><td>Your id of the request, up to 128 letters, digits and <code>. _ : -</code>. The response returns it. Optional.</td></tr>
<tr><td><code>Accept-Encoding</code></td><td><code>zstd</code> or <code>gzip</code>. Responses of 1 kB and more are then compressed, which saves about nine tenths of a search. Optional.</td></tr>
<tr><td><code>Content-Encoding</code></td><td><code>gzip</code>, if you compress the body. Uncompressed it may have up to 1 MiB. Optional.</td></tr>
<tr><td><code>Idempotency-Key</code></td><td>For booking and cancel. Optional, because the client reference already prevents duplicate bookings.</td></tr>
</tbody>
<thead><tr><th>Response</th><th></th></tr></thead>
<tbody>
<tr><td><code>X-Request-ID</code></td><td>Include it when you ask for help.</td></tr>
<tr><td><code>RateLimit</code>, <code>RateLimit-Policy</code></td><td>What remains of the three rate windows of the key, and their size.</td></tr>
<tr><td><code>Retry-After</code></td><td>Seconds to wait, with 202, 429 and 503.</td></tr>
<tr><td><code>Idempotency-Replayed</code></td><td><code>true</code> if the response is that of an earlier identical request.</td></tr>
<tr><td><code>ETag</code></td><td>For content. Send it as <code>If-None-Match</code>, and an unchanged response is 304 without a body.</td></tr>
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
