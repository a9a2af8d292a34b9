import { type Html, html } from '../parts/html.ts';

export function noSuchPage(): Html {
  return html`<div class="text">
<h1>Page not found</h1>
<p>The reference has no page at this address. Choose one from the list, search for a field, code or event, or start at <a href="/docs">the overview</a>.</p>
</div>`;
}
