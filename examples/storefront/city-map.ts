/**
 * A map of the results without map tiles, which would need a third party. Positions and distances are to scale. A shop
 * with a contract for tiles draws the same pins on them.
 */
import type { Location } from '@serai/sdk';
import { type Html, html } from './web.ts';

export interface Pin {
  id: string;
  name: string;
  label: string;
  location: Location;
}

const SIZE = 600;
const KM_OF_A_DEGREE = 111.195;
/** The radii of the rings, in kilometres. The map shows the ones that fit, the largest first. */
const RINGS = [1000, 500, 250, 100, 50, 25, 10, 5, 2, 1, 0.5, 0.25];

export function cityMap(pins: readonly Pin[], centre: Location, name: string): Html {
  const across = Math.cos((centre.latitude * Math.PI) / 180);
  const placed = pins.map(({ location, ...pin }) => ({
    ...pin,
    // Kilometres to the east and to the south of the centre. Longitudes wrap around at 180 degrees.
    east: (((location.longitude - centre.longitude + 540) % 360) - 180) * across * KM_OF_A_DEGREE,
    south: (centre.latitude - location.latitude) * KM_OF_A_DEGREE,
  }));
  const reach = Math.max(
    0.4,
    ...placed.map(({ east, south }) => Math.max(Math.abs(east), Math.abs(south)) * 1.18),
  );
  const scale = SIZE / 2 / reach;
  const at = (km: number) => Math.round(SIZE / 2 + km * scale);
  const rings = RINGS.filter(km => km < reach * 1.3 && km > reach / 6).map(
    km => html`<circle cx="${SIZE / 2}" cy="${SIZE / 2}" r="${Math.round(km * scale)}"/>
<text x="${SIZE / 2}" y="${SIZE / 2 - Math.round(km * scale) - 6}">${km < 1 ? `${km * 1000} m` : `${km} km`}</text>`,
  );
  // Pins in the south are drawn last, so that they cover the ones behind them.
  const drawn = placed
    .toSorted((a, b) => a.south - b.south)
    .map(({ id, name: hotel, label, east, south }) => {
      const width = 24 + label.length * 11;
      return html`<a href="#${id}" data-pin="${id}" aria-label="${hotel}, ${label}"
  transform="translate(${at(east)} ${at(south)})">
<path d="M0 0l-7 -9h14z"/>
<rect x="${-width / 2}" y="-52" width="${width}" height="44" rx="22"/>
<text y="-24">${label}</text>
</a>`;
    });
  return html`<svg class="map" viewBox="0 0 ${SIZE} ${SIZE}" role="group"
  aria-label="Map of ${name} with ${pins.length} hotels">
<g class="rings">${rings}</g>
<g class="centre">
<circle cx="${SIZE / 2}" cy="${SIZE / 2}" r="6"/>
<text x="${SIZE / 2}" y="${SIZE / 2 + 24}">${name}</text>
</g>
<g class="pins">${drawn}</g>
</svg>`;
}
