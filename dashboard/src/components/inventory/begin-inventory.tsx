import { Download, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../lib/calls/use-action.ts';
import { downloadText } from '../../lib/format/download.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/use-environment.ts';
import { Empty } from '../empty.tsx';
import { Notice } from '../notice.tsx';
import { CodeBlock } from '../text/code-block.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { inventoryTemplate, type TemplateRoom } from './inventory-template.ts';
import { localToday } from './local-today.ts';

interface BeginInventoryProps {
  hotelId: string;
  rooms: readonly TemplateRoom[];
}

/** What a hotel without rooms of our own shows: how to begin. */
export function BeginInventory({ hotelId, rooms }: BeginInventoryProps) {
  const environment = useEnvironment();
  const mayChange = useMay(environment === 'production' ? 'admin' : 'developer');
  const [isImporting, setImporting] = useState(false);
  const sample = useAction('inventory/import', {
    changes: ['inventory', 'hotels'],
    said: 'Sample inventory created.',
  });
  const template = () => inventoryTemplate(hotelId, rooms, localToday());
  const file = `${hotelId}-inventory.jsonl`;

  if (!rooms.some(({ status }) => status === 'ACTIVE')) {
    return (
      <Empty title="No rooms to sell">
        The catalogue knows no active room of this hotel. Import its rooms first, with{' '}
        <code>serai import hotels</code>.
      </Empty>
    );
  }
  return (
    <Empty
      title="No inventory of its own yet"
      action={
        <div className="begin">
          <div className="row">
            <button type="button" onClick={() => downloadText(file, template(), 'application/jsonl')}>
              <Download size={16} aria-hidden /> Download a template
            </button>
            {mayChange && (
              <button type="button" onClick={() => setImporting(true)}>
                Import a file
              </button>
            )}
            {mayChange && environment === 'sandbox' && (
              <button
                type="button"
                className="main"
                disabled={sample.busy}
                onClick={() => void sample.run({ environment, text: template() })}
              >
                <Sparkles size={16} aria-hidden /> {sample.busy ? 'Working …' : 'Create sample inventory'}
              </button>
            )}
          </div>
          {sample.failure && <Notice failure={sample.failure} />}
          <CodeBlock
            label="the command"
            code={`npx serai import inventory ${file} --environment ${environment}`}
          />
          <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
        </div>
      }
    >
      Take the template, which has every room of this hotel, two plans and a year of nights; put in your own
      prices and numbers, and import it here or with the command.
    </Empty>
  );
}
