import type { Output } from '../../lib/calls/operator-client.ts';
import { CELLS_PER_DEGREE, WORLD_CELLS } from './generated/world-cells.ts';
import { degreesText, linesOf, type PlotView, placeOn } from './plot-view.ts';

type Place = Output<'places/search'>['places'][number];

interface PlacePlotProps {
  view: PlotView;
  places: readonly Place[];
  selected: string | undefined;
  onSelect: (placeId: string) => void;
}

/** A picture of what the list says: the list is how people with a keyboard or a screen reader choose. */
export function PlacePlot({ view, places, selected, onSelect }: PlacePlotProps) {
  const width = view.width * view.squeeze;
  const radius = view.height / 30;
  // What is drawn last lies on top.
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
      aria-label={`Plot of ${places.length} places by longitude and latitude`}
    >
      <Land view={view} />
      <Grid view={view} />
      {inOrder.map(({ place, number }) => {
        const { x, y } = placeOn(view, place.location);
        const isSelected = place.placeId === selected;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list beside it does the same for the keyboard
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

/** Cells where people live, so that coasts can be made out; nothing is drawn that we do not know. */
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
  const { meridians, parallels } = linesOf(view);
  const size = view.height / 24;
  const bottom = view.height;
  return (
    <g className="plot-grid" strokeWidth={view.height / 600} fontSize={size}>
      {meridians.map(longitude => {
        const { x } = placeOn(view, { latitude: 0, longitude });
        return (
          <g key={longitude}>
            <line x1={x} x2={x} y1={0} y2={bottom} />
            <text x={x + size / 4} y={bottom - size / 3}>
              {degreesText(longitude, 'longitude')}
            </text>
          </g>
        );
      })}
      {parallels.map(latitude => {
        const { y } = placeOn(view, { latitude, longitude: 0 });
        return (
          <g key={latitude}>
            <line x1={0} x2={view.width * view.squeeze} y1={y} y2={y} />
            <text x={size / 3} y={y - size / 4}>
              {degreesText(latitude, 'latitude')}
            </text>
          </g>
        );
      })}
    </g>
  );
}
