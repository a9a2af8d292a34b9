import type { Output } from '../../lib/calls/operator-client.ts';
import { CELLS_PER_DEGREE, WORLD_CELLS } from './generated/world-cells.ts';

type Place = Output<'places/search'>['places'][number];

interface PlacePlotProps {
  view: PlotView;
  places: readonly Place[];
  selected: string | undefined;
  onSelect: (placeId: string) => void;
}

/** A map of the results. Keyboard and screen reader users choose from the list instead. */
export function PlacePlot({ view, places, selected, onSelect }: PlacePlotProps) {
  const width = view.width * view.squeeze;
  const radius = view.height / 30;
  // Elements that are drawn later appear on top.
  const inOrder = places
    .map((place, index) => ({ place, number: index + 1 }))
    .sort(
      (a, b) =>
        Number(a.place.placeId === selected) - Number(b.place.placeId === selected) || b.number - a.number,
    );
  return (
    <svg
      className="plot"
      viewBox={`0 0 ${width} ${view.height}`}
      role="img"
      aria-label={places.length === 1 ? 'Map of 1 place' : `Map of ${places.length} places`}
    >
      <Land view={view} />
      <Grid view={view} />
      {inOrder.map(({ place, number }) => {
        const { x, y } = project(view, place.location);
        const isSelected = place.placeId === selected;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list offers the same action to the keyboard
          <g
            key={place.placeId}
            className="plot-point"
            data-selected={isSelected || undefined}
            onClick={() => onSelect(place.placeId)}
          >
            <title>{place.displayName}</title>
            <circle cx={x} cy={y} r={isSelected ? radius * 1.5 : radius} />
            <text x={x} y={y} fontSize={radius * 1.3} dy="0.36em">
              {number}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** Populated grid cells, which outline the coasts. */
function Land({ view }: { view: PlotView }) {
  const scale = 1 / CELLS_PER_DEGREE;
  return (
    <path
      className="plot-land"
      d={WORLD_CELLS}
      strokeWidth={1.02}
      transform={`translate(${(-180 - view.west) * view.squeeze} ${view.north - 90}) scale(${scale * view.squeeze} ${scale}) translate(0 0.5)`}
    />
  );
}

function Grid({ view }: { view: PlotView }) {
  const { meridians, parallels } = gridLines(view);
  const size = view.height / 24;
  const bottom = view.height;
  return (
    <g className="plot-grid" strokeWidth={view.height / 600} fontSize={size}>
      {meridians.map(longitude => {
        const { x } = project(view, { latitude: 0, longitude });
        return (
          <g key={longitude}>
            <line x1={x} x2={x} y1={0} y2={bottom} />
            <text x={x + size / 4} y={bottom - size / 3}>
              {formatDegrees(longitude, 'longitude')}
            </text>
          </g>
        );
      })}
      {parallels.map(latitude => {
        const { y } = project(view, { latitude, longitude: 0 });
        return (
          <g key={latitude}>
            <line x1={0} x2={view.width * view.squeeze} y1={y} y2={y} />
            <text x={size / 3} y={y - size / 4}>
              {formatDegrees(latitude, 'latitude')}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface Point {
  latitude: number;
  longitude: number;
}

interface PlotView {
  west: number;
  north: number;
  /** Size in degrees. */
  width: number;
  height: number;
  /** Horizontal scale. Away from the equator, a degree of longitude is shorter than a degree of latitude. */
  squeeze: number;
  /** Degrees between two grid lines. */
  step: number;
}

export const WORLD: PlotView = { west: -180, north: 84, width: 360, height: 144, squeeze: 1, step: 30 };

const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];
/** Minimum size of the area. A smaller area around a single place would show nothing recognisable. */
const MIN_HEIGHT = 14;
/** Maximum size of the area. Larger areas are shown on the world map. */
const MAX_HEIGHT = 60;
const MARGIN = 1.35;
/** Aspect ratio of the map. */
const SHAPE = WORLD.width / WORLD.height;
const LINES = 4;

/** The area around the points, or the world if there are none or they are far apart. */
export function viewOf(points: readonly Point[]): PlotView {
  if (points.length === 0) return WORLD;
  const south = Math.min(...points.map(({ latitude }) => latitude));
  const north = Math.max(...points.map(({ latitude }) => latitude));
  const west = Math.min(...points.map(({ longitude }) => longitude));
  const east = Math.max(...points.map(({ longitude }) => longitude));
  const middle = (south + north) / 2;
  const squeeze = Math.max(0.2, Math.cos((middle * Math.PI) / 180));
  const tall = Math.max(MIN_HEIGHT, (north - south) * MARGIN, ((east - west) * squeeze * MARGIN) / SHAPE);
  if (tall > MAX_HEIGHT) return WORLD;
  const width = (tall * SHAPE) / squeeze;
  const step = STEPS.find(each => tall / each <= LINES) ?? 30;
  return { west: (west + east - width) / 2, north: middle + tall / 2, width, height: tall, squeeze, step };
}

/** Position on the map, in SVG units of one degree of latitude. */
export function project(view: PlotView, { latitude, longitude }: Point): { x: number; y: number } {
  return { x: (longitude - view.west) * view.squeeze, y: view.north - latitude };
}

export function gridLines(view: PlotView): { meridians: number[]; parallels: number[] } {
  return {
    meridians: multiples(view.step, view.west, view.west + view.width),
    parallels: multiples(view.step, view.north - view.height, view.north),
  };
}

function multiples(step: number, from: number, to: number): number[] {
  const lines: number[] = [];
  // At the edge, the label of the line would be cut off.
  for (let i = Math.floor(from / step) + 1; i * step < to; i++) lines.push(Math.round(i * step * 10) / 10);
  return lines;
}

/** Returns `41.4° N` or `2.2° E`. */
export function formatDegrees(value: number, kind: 'latitude' | 'longitude', digits = 1): string {
  const side = kind === 'latitude' ? (value < 0 ? 'S' : 'N') : value < 0 ? 'W' : 'E';
  const text = `${Math.abs(value).toFixed(digits).replace(/\.0+$/, '')}°`;
  return value === 0 ? text : `${text} ${side}`;
}
