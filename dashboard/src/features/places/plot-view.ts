/** Which part of the world a plot shows, and where a place stands on it: longitude and latitude as they are, nothing else. */

export interface Point {
  latitude: number;
  longitude: number;
}

export interface PlotView {
  west: number;
  north: number;
  /** Degrees. */
  width: number;
  height: number;
  /** A degree to the east is shorter than one to the north, away from the equator. */
  squeeze: number;
  /** Degrees between two lines of the grid. */
  step: number;
}

export const WORLD: PlotView = { west: -180, north: 84, width: 360, height: 144, squeeze: 1, step: 30 };

const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];
/** Less would show nothing that people know around a single place. */
const LEAST_HEIGHT = 14;
/** More is better seen on the whole world. */
const MOST_HEIGHT = 60;
const MARGIN = 1.35;
/** Of the picture: width by height, as drawn. */
const SHAPE = WORLD.width / WORLD.height;
const LINES = 4;

/** The region of the points with some room around; the world where they are far apart, or none. */
export function viewOf(points: readonly Point[]): PlotView {
  if (points.length === 0) return WORLD;
  const south = Math.min(...points.map(({ latitude }) => latitude));
  const north = Math.max(...points.map(({ latitude }) => latitude));
  const west = Math.min(...points.map(({ longitude }) => longitude));
  const east = Math.max(...points.map(({ longitude }) => longitude));
  const middle = (south + north) / 2;
  const squeeze = Math.max(0.2, Math.cos((middle * Math.PI) / 180));
  const tall = Math.max(LEAST_HEIGHT, (north - south) * MARGIN, ((east - west) * squeeze * MARGIN) / SHAPE);
  if (tall > MOST_HEIGHT) return WORLD;
  const width = (tall * SHAPE) / squeeze;
  const step = STEPS.find(each => tall / each <= LINES) ?? 30;
  return { west: (west + east - width) / 2, north: middle + tall / 2, width, height: tall, squeeze, step };
}

/** In the units of the picture: degrees to the north. */
export function placeOn(view: PlotView, { latitude, longitude }: Point): { x: number; y: number } {
  return { x: (longitude - view.west) * view.squeeze, y: view.north - latitude };
}

export function linesOf(view: PlotView): { meridians: number[]; parallels: number[] } {
  return {
    meridians: multiples(view.step, view.west, view.west + view.width),
    parallels: multiples(view.step, view.north - view.height, view.north),
  };
}

function multiples(step: number, from: number, to: number): number[] {
  const lines: number[] = [];
  // A line along the edge would have its words outside.
  for (let i = Math.floor(from / step) + 1; i * step < to; i++) lines.push(Math.round(i * step * 10) / 10);
  return lines;
}

/** `41.4° N` and `2.2° E`. */
export function degreesText(value: number, kind: 'latitude' | 'longitude', digits = 1): string {
  const side = kind === 'latitude' ? (value < 0 ? 'S' : 'N') : value < 0 ? 'W' : 'E';
  const text = `${Math.abs(value).toFixed(digits).replace(/\.0+$/, '')}°`;
  return value === 0 ? text : `${text} ${side}`;
}
