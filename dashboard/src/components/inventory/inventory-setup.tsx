import { Download, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../lib/calls/use-action.ts';
import { downloadText } from '../../lib/format/download.ts';
import { localToday } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { CodeBlock } from '../code.tsx';
import { Empty, Notice } from '../feedback.tsx';
import { ImportDialog } from './import-dialog.tsx';

interface InventorySetupProps {
  hotelId: string;
  rooms: readonly TemplateRoom[];
}

export function InventorySetup({ hotelId, rooms }: InventorySetupProps) {
  const environment = useEnvironment();
  const mayChange = useMay('inventory:edit');
  const [isImporting, setImporting] = useState(false);
  const sample = useAction('inventory/import', {
    changes: ['inventory', 'hotels'],
    toast: 'Sample inventory created.',
  });
  const template = () => inventoryTemplate(hotelId, rooms, localToday());
  const file = `${hotelId}-inventory.jsonl`;

  if (!rooms.some(({ status }) => status === 'ACTIVE')) {
    return (
      <Empty title="No rooms to sell">
        The catalogue has no active rooms for this hotel. Import them first with{' '}
        <code>serai import hotels</code>.
      </Empty>
    );
  }
  return (
    <Empty
      title="No inventory yet"
      action={
        <div className="begin">
          <div className="row">
            <button type="button" onClick={() => downloadText(file, template(), 'application/jsonl')}>
              <Download size={16} aria-hidden /> Download template
            </button>
            {mayChange && (
              <button type="button" onClick={() => setImporting(true)}>
                Import file
              </button>
            )}
            {mayChange && environment === 'sandbox' && (
              <button
                type="button"
                className="main"
                disabled={sample.busy}
                onClick={() => void sample.run({ environment, text: template() })}
              >
                <Sparkles size={16} aria-hidden /> {sample.busy ? 'Working…' : 'Create sample inventory'}
              </button>
            )}
          </div>
          {sample.failure && <Notice failure={sample.failure} />}
          <CodeBlock
            label="command"
            code={`npx serai import inventory ${file} --environment ${environment}`}
          />
          <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
        </div>
      }
    >
      The template contains every active room type of this hotel, two rate plans and a year of nights. Enter
      your own prices and allotments, then import the file here or on the command line.
    </Empty>
  );
}

interface TemplateRoom {
  roomCode: string;
  status: string;
  occupancy: { maxTotal: number; maxAdults: number; maxChildren: number };
}

const NIGHTS = 365;
const MAX_GUESTS = 20;
const DAY_MS = 86_400_000;

/** A JSON Lines file with every active room, two rate plans and a year of nights from `today`. */
export function inventoryTemplate(hotelId: string, rooms: readonly TemplateRoom[], today: string): string {
  const sold = rooms.filter(({ status }) => status === 'ACTIVE');
  const to = new Date(Date.parse(today) + (NIGHTS - 1) * DAY_MS).toISOString().slice(0, 10);
  const codes = sold.map(({ roomCode }) => roomCode);
  const property = {
    type: 'property',
    hotelId,
    currency: 'EUR',
    rooms: sold.map(({ roomCode, occupancy }) => ({
      roomCode,
      baseOccupancy: Math.min(2, occupancy.maxAdults),
      maxAdults: Math.min(MAX_GUESTS, occupancy.maxAdults),
      maxChildren: Math.min(MAX_GUESTS, occupancy.maxChildren),
      maxTotal: Math.min(MAX_GUESTS, occupancy.maxTotal),
      extraAdult: '30.00',
    })),
    plans: [
      {
        ...{ code: 'FLEX', name: { en: 'Flexible' }, board: 'RO', priceModel: 'PER_ROOM', rooms: codes },
        cancellationPolicy: 'TWO_DAYS',
      },
      {
        ...{ code: 'SAVER', name: { en: 'Saver' }, board: 'RO', priceModel: 'PER_ROOM', rooms: codes },
        derivedFrom: { plan: 'FLEX', percent: '-10' },
      },
    ],
    cancellationPolicies: [
      {
        code: 'TWO_DAYS',
        rules: [{ daysBefore: 2, at: '18:00', penalty: { nights: 1 } }],
        noShow: { percent: '100' },
      },
    ],
  };
  const nights = sold.flatMap(({ roomCode }, i) => [
    { type: 'allotment', hotelId, roomCode, from: today, to, total: 5 },
    { type: 'rate', hotelId, planCode: 'FLEX', roomCode, from: today, to, amount: `${100 + i * 20}.00` },
  ]);
  return `${[property, ...nights].map(line => JSON.stringify(line)).join('\n')}\n`;
}
