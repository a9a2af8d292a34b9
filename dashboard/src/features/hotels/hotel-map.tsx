import { useMemo } from 'react';
import { ASPECT, type Point, within } from './content-draft.ts';
import { MAP_WIDTH, outlinePath } from './outlines.ts';
import { useOutlines } from './use-outlines.ts';

/** Degrees of longitude: enough to recognise the coast or the country. */
const WIDTH = 30;

/** Where the hotel is, on the outlines that come with the dashboard. */
export function HotelMap({ location }: { location: Point }) {
  const { latitude, longitude } = location;
  const view = useMemo(() => within({ latitude, longitude, width: WIDTH }), [latitude, longitude]);
  const outlines = useOutlines();
  const path = useMemo(() => outlines && outlinePath(outlines, view), [outlines, view]);
  const scale = MAP_WIDTH / view.width;
  const x = MAP_WIDTH / 2 + (longitude - view.longitude) * scale;
  const y = MAP_WIDTH / ASPECT / 2 + (view.latitude - latitude) * scale;
  return (
    <figure className="hotel-map">
      <svg
        viewBox={`0 0 ${MAP_WIDTH} ${MAP_WIDTH / ASPECT}`}
        role="img"
        aria-label={`Map. The hotel is at latitude ${latitude}, longitude ${longitude}.`}
      >
        {path !== undefined && <path d={path} className="map-land" />}
        <g transform={`translate(${x} ${y})`} className="map-pin">
          <circle r={30} className="map-halo" />
          <circle r={11} />
        </g>
      </svg>
      <figcaption className="map-credit">
        {latitude}, {longitude} · Outlines: Natural Earth
      </figcaption>
    </figure>
  );
}
