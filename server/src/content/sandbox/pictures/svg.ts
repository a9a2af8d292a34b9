/** Shapes and colours of the generated pictures. Pure. */
import type { SeededRandom } from '../seeded-random.ts';

export const WIDTH = 960;
export const HEIGHT = 640;

/** Extra attributes, for example `rx` or `opacity`. */
type Extra = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Extra): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    const text = typeof value === 'number' ? Math.round(value * 10) / 10 : value;
    return ` ${key}="${text}"`;
  });
  return `<${name}${written.join('')}/>`;
}

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  extra: Extra = {},
): string => element('rect', { x, y, width, height, fill, ...extra });

export const ellipse = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  extra: Extra = {},
): string => element('ellipse', { cx, cy, rx, ry, fill, ...extra });

export const polygon = (
  points: readonly (readonly [number, number])[],
  fill: string,
  extra: Extra = {},
): string =>
  element('polygon', {
    points: points.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(' '),
    fill,
    ...extra,
  });

export const path = (d: string, extra: Extra): string => element('path', { d, ...extra });

/** A vertical gradient. Use it as `url(#id)`. */
export const gradient = (id: string, top: string, bottom: string): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;

export function picture(parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${parts.join('')}</svg>`;
}

/** Colours that go together. All pictures of a hotel use the same scheme. */
export interface Scheme {
  sky: readonly [top: string, bottom: string];
  wall: string;
  /** The shaded side of the walls. */
  shade: string;
  roof: string;
  accent: string;
  /** Curtains, rugs and cushions. */
  soft: string;
  wood: string;
}

const SKIES = [
  ['#5aaee8', '#d8effa'],
  ['#7fc1ec', '#fdf3e3'],
  ['#f2a66b', '#fde9cf'],
  ['#8fb8dd', '#f9dcc9'],
  ['#3f7fc0', '#bfe3f5'],
  ['#e88f8a', '#fbe3c3'],
] as const;
const WALLS = [
  ['#f6ead8', '#e2d0b5'],
  ['#f2d6b3', '#dcb98f'],
  ['#fbf8f2', '#e3ddd0'],
  ['#e3a58a', '#c98a70'],
  ['#dfe6e2', '#c2cdc8'],
  ['#f0cf8e', '#d8b26b'],
  ['#cfdbe8', '#b1c1d3'],
  ['#eddde4', '#d4bfca'],
] as const;
const ROOFS = ['#b5563f', '#8a4b3a', '#465a70', '#5f6f5d', '#3f4a57'];
const ACCENTS = ['#1d7a82', '#b2404d', '#2f5596', '#c77f12', '#3f7350', '#7a4a86'];
const SOFTS = ['#d8b4a0', '#9db4ab', '#c9b37e', '#a9b8d1', '#d6a5a5', '#b8c7a0'];
const WOODS = ['#a9774c', '#8d6142', '#c79a69', '#6f4e3a'];

export function schemeOf(random: SeededRandom): Scheme {
  const [wall, shade] = random.pick(WALLS);
  return {
    sky: random.pick(SKIES),
    wall,
    shade,
    roof: random.pick(ROOFS),
    accent: random.pick(ACCENTS),
    soft: random.pick(SOFTS),
    wood: random.pick(WOODS),
  };
}
