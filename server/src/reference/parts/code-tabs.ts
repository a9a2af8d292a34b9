/** Code samples in tabs that work without a script: each tab is a radio button. Pure. */
import { type Html, html } from './html.ts';

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
