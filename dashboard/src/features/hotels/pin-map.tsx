import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { TextField } from '../../components/form.tsx';
import { ASPECT, type MapView, type Point, pointAt, rounded, within, zoomed } from './content-draft.ts';
import { isFarFrom, MAP_WIDTH, outlinePath } from './outlines.ts';
import { useOutlines } from './use-outlines.ts';

interface PinMapProps {
  location: Point;
  countryCode: string;
  onChange: (location: Point) => void;
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * Country outlines with a pin. A click or the arrow keys move the pin. The outlines come with the dashboard, so that the
 * map works offline; they are too coarse for streets, so the coordinates can be typed as well.
 */
export function PinMap({ location, countryCode, onChange }: PinMapProps) {
  const [view, setView] = useState<MapView>(() => within({ ...location, width: 8 }));
  const outlines = useOutlines();
  const path = useMemo(() => outlines && outlinePath(outlines, view), [outlines, view]);
  const country = useMemo(() => countryName(countryCode), [countryCode]);
  const isFar = outlines !== undefined && country !== undefined && isFarFrom(country, location, outlines);
  const scale = MAP_WIDTH / view.width;
  const x = MAP_WIDTH / 2 + (location.longitude - view.longitude) * scale;
  const y = MAP_WIDTH / ASPECT / 2 + (view.latitude - location.latitude) * scale;

  const place = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top, width, height: tall } = event.currentTarget.getBoundingClientRect();
    onChange(pointAt(view, (event.clientX - left) / width, (event.clientY - top) / tall));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [right, up] = STEPS[event.key] ?? [0, 0];
    if (right !== 0 || up !== 0) {
      const step = view.width / (event.shiftKey ? 10 : 200);
      const next = {
        latitude: rounded(Math.max(-90, Math.min(90, location.latitude + up * step))),
        longitude: rounded(Math.max(-180, Math.min(180, location.longitude + right * step))),
      };
      onChange(next);
      setView(within({ ...view, ...next }));
    } else if (event.key === '+' || event.key === '-') {
      setView(within({ ...zoomed(view, event.key === '+' ? 0.5 : 2), ...location }));
    } else return;
    event.preventDefault();
  };
  const typed = (field: keyof Point, text: string) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) return;
    const next = { ...location, [field]: value };
    onChange(next);
    setView(within({ ...view, ...next }));
  };

  return (
    <div className="pin-map">
      <div
        role="application"
        aria-label={`Map. The pin is at latitude ${location.latitude}, longitude ${location.longitude}. Arrow keys move it, plus and minus zoom.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is used with the keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_WIDTH / ASPECT}`} aria-hidden="true" onPointerDown={place}>
          {path !== undefined && <path d={path} className="map-land" />}
          <g transform={`translate(${x} ${y})`} className="map-pin">
            <circle r={22} className="map-halo" />
            <circle r={8} />
          </g>
        </svg>
      </div>
      <div className="map-zoom">
        <button
          type="button"
          className="icon"
          aria-label="Zoom in"
          onClick={() => setView(within({ ...zoomed(view, 0.5), ...location }))}
        >
          <Plus size={16} aria-hidden />
        </button>
        <button
          type="button"
          className="icon"
          aria-label="Zoom out"
          onClick={() => setView(within({ ...zoomed(view, 2), ...location }))}
        >
          <Minus size={16} aria-hidden />
        </button>
      </div>
      <div className="pin-tools">
        {(['latitude', 'longitude'] as const).map(field => (
          <Coordinate
            key={field}
            field={field}
            value={location[field]}
            onChange={text => typed(field, text)}
          />
        ))}
      </div>
      <p className="field-warning" aria-live="polite">
        {isFar && `The pin is not in ${country}, the country of the address.`}
      </p>
      <p className="map-credit">Outlines: Natural Earth.</p>
    </div>
  );
}

/** Undefined for the code of an unknown country. */
function countryName(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ') return undefined;
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
}

interface CoordinateProps {
  field: 'latitude' | 'longitude';
  value: number;
  onChange: (text: string) => void;
}

/** Shows what the user types until the field loses the focus, because `41.` is not yet a number. */
function Coordinate({ field, value, onChange }: CoordinateProps) {
  const [text, setText] = useState<string>();
  return (
    <TextField
      label={field === 'latitude' ? 'Latitude' : 'Longitude'}
      inputMode="decimal"
      value={text ?? String(value)}
      onChange={typed => {
        setText(typed);
        onChange(typed);
      }}
      onBlur={() => setText(undefined)}
    />
  );
}
