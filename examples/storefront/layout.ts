/** The frame of every page, and the search form. */
import type { Image } from '@serai/sdk';
import { inDays, type Stay } from './stay.ts';
import { type Html, html, type Reply } from './web.ts';

interface PageOptions {
  status?: number;
  /** Reloads the page after this number of seconds. */
  refresh?: number;
  wide?: boolean;
}

export function page(
  title: string,
  body: Html,
  { status = 200, refresh, wide = false }: PageOptions = {},
): Reply {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Caravan</title>
${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}">`}
<link rel="stylesheet" href="/shop.css">
<link rel="icon" href="/favicon.svg">
<script src="/shop.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><div class="inner ${wide && 'wide'} row">
<a class="brand row" href="/"><img src="/favicon.svg" alt="" width="28" height="28">Caravan</a>Hotels worldwide
</div></header>
<main id="main" class="inner ${wide && 'wide'}">
${body}
</main>
<footer class="inner ${wide && 'wide'}">An example shop that books through Serai. Places: GeoNames, CC BY 4.0.</footer>
</body>
</html>`;
  return { status, body: whole.text };
}

export function searchForm(stay: Stay): Html {
  const adults = [1, 2, 3, 4, 5, 6].map(
    count => html`<option ${count === stay.adults && html`selected`}>${count}</option>`,
  );
  const date = (name: 'checkIn' | 'checkOut', label: string, min: string) =>
    html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" type="date" name="${name}" value="${stay[name]}" min="${min}" required></div>`;
  // The script fills in the place, because it also clears it when the visitor types another one.
  return html`<form class="search panel" action="/search" method="get" role="search">
<div class="field place"><label for="where">Where</label>
<input id="where" name="where" value="${stay.where}" required minlength="2" maxlength="100"
  placeholder="City, region or airport" autocomplete="off"
  role="combobox" aria-expanded="false" aria-autocomplete="list" aria-controls="places">
<input type="hidden" id="place" name="place" data-chosen="${stay.place}">
<ul id="places" role="listbox" aria-label="Places" hidden></ul></div>
${date('checkIn', 'Check-in', inDays(0))}
${date('checkOut', 'Check-out', inDays(1))}
<div class="field"><label for="adults">Adults</label>
<select id="adults" name="adults">${adults}</select></div>
<div class="field"><label for="ages">Children's ages</label>
<input id="ages" name="ages" value="${stay.childAges.join(', ')}"
  placeholder="e.g. 4, 9" maxlength="20"></div>
<button>Search</button>
</form>`;
}

/** A picture, or an empty frame for a hotel without pictures. The first pictures of a page are loaded at once. */
export function photo(image: Image | undefined, alt: string, isLazy = true): Html {
  if (image === undefined)
    return html`<div class="photo" role="img" aria-label="No picture of ${alt}"></div>`;
  const size = image.width && image.height ? html` width="${image.width}" height="${image.height}"` : null;
  return html`<img class="photo" src="${image.url}" alt="${alt}"${size}${isLazy && html` loading="lazy"`}>`;
}
