/** The layout of every page in the reference: head, navigation and search. Pure. */
import { type Html, html } from './html.ts';

export interface NavigationGroup {
  title: string;
  links: readonly { title: string; path: string; note?: string }[];
}

export interface Frame {
  navigation: readonly NavigationGroup[];
  stylePath: string;
  scriptPath: string;
}

export function framed(
  { navigation, stylePath, scriptPath }: Frame,
  path: string,
  title: string,
  body: Html,
): string {
  const groups = navigation.map(
    group =>
      html`<h2>${group.title}</h2><ul>${group.links.map(
        link =>
          html`<li><a href="${link.path}"${link.path === path && html` aria-current="page"`}>${link.title}</a></li>`,
      )}</ul>`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${path === '/docs' ? title : `${title} · Serai reference`}</title>
<link rel="stylesheet" href="${stylePath}">
<script src="${scriptPath}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="/docs">Serai <span>reference</span></a>
<search><label for="search" class="unseen">Search the reference</label><input id="search" type="search" placeholder="Search: fields, codes, events  /" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" hidden><ul id="found" role="listbox" hidden></ul></search>
<a href="/openapi.json">openapi.json</a>
</header>
<nav aria-label="Reference"><details class="menu" open><summary>Menu</summary>${groups}</details></nav>
<main id="content" tabindex="-1">
${body}
</main>
</body>
</html>
`.html;
}
