import { useMemo } from 'react';
import { encode } from 'uqr';

/** Modules of quiet around the code, without which cameras do not find it. */
const BORDER = 4;

interface QrCodeProps {
  text: string;
  label: string;
}

/** Dark on light in either theme: readers expect it so. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect className="qr-light" width={size} height={size} />
      <path className="qr-dark" d={path} />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: BORDER, ecc: 'M' });
  const cells = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: cells.join('') };
}
