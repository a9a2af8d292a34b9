/** The human-readable reference at /docs, drawn from the contract once. No script, no foreign host. */
import { ERRORS } from '@serai/contract/errors.ts';
import { mainExample } from '@serai/contract/openapi/recorded-examples.ts';
import { answerBody, type Operation } from '@serai/contract/operation.ts';
import { z } from 'zod';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem }
code, pre { font: 0.875rem/1.45 ui-monospace, monospace }
pre { overflow: auto; padding: 0.75rem 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px }
nav ul { columns: 2; padding-left: 1.2rem }
section { margin-top: 3rem; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
table { border-collapse: collapse } td, th { text-align: left; padding: 0.2rem 1rem 0.2rem 0; vertical-align: top }
@media (max-width: 40rem) { nav ul { columns: 1 } }
`;

export function referencePage(operations: readonly Operation[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Serai reference</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Serai reference</h1>
<p>Every operation is <code>POST</code> with a JSON body and <code>Authorization: ApiKey &lt;key&gt;</code>.
The same as a document for programs: <a href="/openapi.json">openapi.json</a>.</p>
<nav aria-label="Operations"><ul>
${operations.map(({ name, summary }) => `<li><a href="#${name}">${html(summary)}</a></li>`).join('\n')}
</ul></nav>
${operations.map(operationSection).join('\n')}
</body>
</html>
`;
}

function operationSection(operation: Operation): string {
  const { name, summary, description, path, aliases, scope } = operation;
  const examples = mainExample(operation);
  return `<section id="${name}">
<h2>${html(summary)}</h2>
<p><code>POST ${path}</code>${aliases.map(alias => `, the same at <code>${alias}</code>`).join('')}; scope <code>${scope}</code></p>
<p>${prose(description)}</p>
<h3>Example</h3>
${json('Request', examples.request)}
${json('Answer, beside <code>meta</code>', examples.answer)}
<h3>Errors</h3>
<table><tr><th>Status</th><th>Code</th><th>What to do</th></tr>
${operation.errors.map(code => `<tr><td>${ERRORS[code].status}</td><td><code>${code}</code></td><td>${prose(ERRORS[code].action)}</td></tr>`).join('\n')}
</table>
<h3>Schemas</h3>
${json('Request', z.toJSONSchema(operation.input, { io: 'input' }))}
${json('Answer', z.toJSONSchema(answerBody(operation), { io: 'output' }))}
</section>`;
}

function json(title: string, value: unknown): string {
  return `<details><summary>${title}</summary><pre>${html(JSON.stringify(value, null, 2))}</pre></details>`;
}

function prose(text: string): string {
  return html(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
