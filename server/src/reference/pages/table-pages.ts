/** The pages that list scopes and scenarios. Pure. */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCENARIO_GROUPS, SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { Operation } from '@serai/contract/operation.ts';
import { SCOPES } from '@serai/contract/scopes.ts';
import { type Html, html, prose } from '../parts/html.ts';

export function scopesPage(operations: readonly Operation[]): Html {
  return html`<div class="text">
<h1>Scopes</h1>
<p>A key has one or more scopes, and every operation needs exactly one. A call without its scope returns 403 <a href="/docs/errors#FORBIDDEN"><code>FORBIDDEN</code></a>.</p>
<div class="wide"><table class="stacked">
<thead><tr><th>Scope</th><th>Permits</th><th>Operations</th></tr></thead>
<tbody>${Object.entries(SCOPES).map(
    ([scope, permits]) =>
      html`<tr id="${scope}"><td><code>${scope}</code></td><td>${permits}</td><td>${operations
        .filter(operation => operation.scope === scope)
        .map(
          (operation, i) => html`${i > 0 && ', '}<a href="/docs/${operation.name}">${operation.name}</a>`,
        )}</td></tr>`,
  )}</tbody>
</table></div>
</div>`;
}

export function scenariosPage(): Html {
  return html`<div class="text">
<h1>Scenarios</h1>
<p>Behaviours that the test providers of the sandbox can play. Each scenario has its own hotel in the place <b>Sandbox</b>. <code>settings.scenario</code> with its name plays it on any hotel in test mode, in requests of the operation listed here. Prices, ids and responses depend only on hotel, dates and guests.</p>
${SCENARIO_GROUPS.map(
  group => html`<h2 id="group-${group.toLowerCase()}"><a href="#group-${group.toLowerCase()}">${group.slice(0, 1)}${group.slice(1).toLowerCase()}</a></h2>
<div class="wide"><table class="stacked">
<thead><tr><th>Scenario</th><th>What happens</th><th>Operation</th></tr></thead>
<tbody>${SCENARIOS.filter(scenario => scenario.group === group).map(
    ({ name, description, operation }) =>
      html`<tr id="${name}"><td><code>${name}</code><br><small class="faint">${scenarioHotelId(name)}</small></td><td>${prose(description)}</td><td>${
        operation === 'any' ? 'any' : html`<a href="/docs/${operation}">${operation}</a>`
      }</td></tr>`,
  )}</tbody>
</table></div>`,
)}
</div>`;
}
