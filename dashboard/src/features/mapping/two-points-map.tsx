/** A small map of two positions without map tiles. North is up, and a scale bar shows the distance. */
interface Position {
  latitude: number;
  longitude: number;
}

interface TwoPointsMapProps {
  theirs: Position;
  ours: Position;
}

const SIZE = 220;
const PADDING = 36;
const METRES_PER_DEGREE = 111_195;
const SCALES = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 200_000];

/** The distance in metres to the north and to the east. */
function offset(from: Position, to: Position): { north: number; east: number } {
  const north = (to.latitude - from.latitude) * METRES_PER_DEGREE;
  const east =
    (to.longitude - from.longitude) * METRES_PER_DEGREE * Math.cos((from.latitude * Math.PI) / 180);
  return { north, east };
}

export function formatDistance(metres: number): string {
  return metres < 1_000 ? `${Math.round(metres)} m` : `${(metres / 1_000).toFixed(1)} km`;
}

export function TwoPointsMap({ theirs, ours }: TwoPointsMapProps) {
  const { north, east } = offset(ours, theirs);
  const metres = Math.hypot(north, east);
  // The map shows at least 100 m, so that two points in one building are not drawn far apart.
  const shown = Math.max(100, Math.abs(north), Math.abs(east)) / (SIZE - 2 * PADDING);
  const centre = SIZE / 2;
  const [x, y] = [east / shown / 2, -north / shown / 2];
  const scale = SCALES.findLast(length => length / shown <= SIZE / 3) ?? SCALES[0] ?? 10;
  return (
    <figure className="two-points">
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={`The positions are ${formatDistance(metres)} apart.`}
      >
        <path className="grid" d={`M${centre} 0V${SIZE}M0 ${centre}H${SIZE}`} />
        <line className="between" x1={centre - x} y1={centre - y} x2={centre + x} y2={centre + y} />
        <circle className="ours" cx={centre - x} cy={centre - y} r="7" />
        <rect className="theirs" x={centre + x - 6} y={centre + y - 6} width="12" height="12" />
        <path className="scale" d={`M12 ${SIZE - 12}h${scale / shown}`} />
        <text x="12" y={SIZE - 18}>
          {formatDistance(scale)}
        </text>
        <text x={SIZE - 18} y="18">
          N
        </text>
      </svg>
      <figcaption>
        <span className="ours-key">Catalogue</span> <span className="theirs-key">Provider</span>{' '}
        {formatDistance(metres)} apart
      </figcaption>
    </figure>
  );
}
