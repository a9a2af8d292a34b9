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

interface Point {
  x: number;
  y: number;
}

const SIZE = 600;
const KM_OF_A_DEGREE = 111.195;
/** The radii of the rings, in kilometres. The map shows the ones that fit, the largest first. */
const RINGS = [1000, 500, 250, 100, 50, 25, 10, 5, 2, 1, 0.5, 0.25];
const DOT = 7;
const LABEL_HEIGHT = 44;
const widthOf = (label: string) => 24 + label.length * 11;

export function cityMap(pins: readonly Pin[], centre: Location, name: string): Html {
  const across = Math.cos((centre.latitude * Math.PI) / 180);
  const placed = pins.map(({ location }) => ({
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
  const shownRings = RINGS.filter(km => km < reach * 1.3 && km > reach / 6);
  const rings = shownRings.map(
    km => html`<circle cx="${SIZE / 2}" cy="${SIZE / 2}" r="${Math.round(km * scale)}"
  fill="#fff" fill-opacity="0.35" stroke="#a9bdb6" stroke-dasharray="3 5"/>
<text x="${SIZE / 2}" y="${SIZE / 2 - Math.round(km * scale) - 6}">${km < 1 ? `${km * 1000} m` : `${km} km`}</text>`,
  );
  const dots = placed.map(({ east, south }) => ({ x: at(east), y: at(south) }));
  const widths = pins.map(({ label }) => widthOf(label));
  // The middles of the texts for the centre and the rings.
  const texts = [SIZE / 2 + 12, ...shownRings.map(km => SIZE / 2 - km * scale - 12)];
  const labels = placeLabels(
    dots,
    widths,
    texts.flatMap(y => [-40, 0, 40].map(x => ({ x: SIZE / 2 + x, y }))),
  );
  const lines = dots.map((dot, i) => {
    const label = labels[i];
    return label && html`<line x1="${dot.x}" y1="${dot.y}" x2="${label.x}" y2="${label.y}"/>`;
  });
  const drawn = pins.map(({ id, name: hotel, label }, i) => {
    const dot = dots[i] as Point;
    const { x, y } = labels[i] ?? { x: dot.x, y: dot.y - LABEL_HEIGHT };
    const width = widthOf(label);
    return html`<a href="#${id}" data-pin="${id}" aria-label="${hotel}, ${label}" class="${!labels[i] && 'crowded'}">
<circle cx="${dot.x}" cy="${dot.y}" r="${DOT}"/>
<rect x="${x - width / 2}" y="${y - LABEL_HEIGHT / 2}" width="${width}" height="${LABEL_HEIGHT}" rx="22"/>
<text x="${x}" y="${y + 6}" fill="#fff" stroke="none" font-weight="700">${label}</text>
</a>`;
  });
  return html`<svg class="map" viewBox="0 0 ${SIZE} ${SIZE}" role="group" text-anchor="middle" font-size="17"
  aria-label="Map of ${name} with ${pins.length} hotels">
<rect width="100%" height="100%" rx="16" fill="#e9f0e8"/>
<g fill="#4a5b57">${rings}
<circle cx="${SIZE / 2}" cy="${SIZE / 2}" r="6" fill="#ffd27a" stroke="#7a5400"/>
<text x="${SIZE / 2}" y="${SIZE / 2 + 24}">${name}</text>
</g>
<g stroke="#0f5f63">${lines}</g>
<g class="pins" fill="#0f5f63" stroke="#fff">${drawn}</g>
</svg>`;
}

const DIRECTIONS = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6);
const STEPS = [0, 25, 50, 80, 120, 160, 200];

/**
 * Returns the centre of the label of each dot, as close to the dot as possible. Labels cover neither each other, nor the
 * dots of other hotels, nor the points in `others`. A label that fits nowhere is undefined, and the hotel is only a dot.
 */
export function placeLabels(
  dots: readonly Point[],
  widths: readonly number[],
  others: readonly Point[] = [],
): (Point | undefined)[] {
  const covered = [...dots, ...others];
  const taken: (Point & { width: number })[] = [];
  return dots.map((dot, i) => {
    const width = widths[i] as number;
    const [halfWidth, halfHeight] = [width / 2 + 2, LABEL_HEIGHT / 2 + 2];
    const fits = ({ x, y }: Point) =>
      Math.abs(x - SIZE / 2) <= SIZE / 2 - halfWidth &&
      Math.abs(y - SIZE / 2) <= SIZE / 2 - halfHeight &&
      covered.every(
        other => Math.abs(x - other.x) > halfWidth + DOT || Math.abs(y - other.y) > halfHeight + DOT,
      ) &&
      taken.every(
        other =>
          Math.abs(x - other.x) > halfWidth + other.width / 2 || Math.abs(y - other.y) > LABEL_HEIGHT + 2,
      );
    const places = STEPS.flatMap(step =>
      DIRECTIONS.map(angle => ({
        x: Math.round(dot.x + Math.sin(angle) * (halfWidth + DOT + 1 + step)),
        y: Math.round(dot.y - Math.cos(angle) * (halfHeight + DOT + 1 + step)),
      })),
    );
    const place = places.find(fits);
    if (place) taken.push({ ...place, width });
    return place;
  });
}
