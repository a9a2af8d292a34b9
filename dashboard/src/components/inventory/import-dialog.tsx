import { useState } from 'react';
import type { CallFailure, Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatBytes, formatNumber } from '../../lib/format/format.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { CodeBlock } from '../code.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { Banner, Notice } from '../feedback.tsx';
import { Field, Form } from '../form.tsx';

/** The API has the same limit, because a request may have at most 1 MiB. */
const MAX_CHARACTERS = 800_000;

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
}

interface Chosen {
  name: string;
  text: string;
}

/** Lets the user check a file any number of times and then import it. Either the whole file is imported or nothing. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
  const environment = useEnvironment();
  const [chosen, setChosen] = useState<Chosen>();
  const [checked, setChecked] = useState<Output<'inventory/import'>>();
  const action = useAction('inventory/import', { changes: ['inventory', 'hotels'] });
  const isTooLong = chosen !== undefined && chosen.text.length > MAX_CHARACTERS;

  const choose = async (file: File | undefined) => {
    action.clear();
    setChecked(undefined);
    setChosen(file && { name: file.name, text: await file.text() });
  };
  const run = async (dryRun: boolean) => {
    if (chosen === undefined) return;
    setChecked(undefined);
    setChecked(await action.run({ environment, text: chosen.text, dryRun }));
  };
  const close = () => {
    void choose(undefined);
    onClose();
  };

  return (
    <Dialog open={open} title="Import inventory" onClose={close}>
      <Form onSubmit={() => run(false)}>
        <p>
          JSON Lines with properties, allotments and rates, or CSV with allotments and rates. Nothing is
          imported into {environment === 'sandbox' ? 'the sandbox' : 'production'} unless every line is valid.
        </p>
        <Field
          label="File"
          hint={
            chosen
              ? `${chosen.name}, ${formatBytes(new Blob([chosen.text]).size)}`
              : 'Up to 800,000 characters.'
          }
        >
          {control => (
            <input
              {...control}
              type="file"
              accept=".jsonl,.ndjson,.json,.csv,.txt"
              onChange={event => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
        {isTooLong && <TooLong name={chosen.name} environment={environment} />}
        {action.failure && <Problems failure={action.failure} />}
        {checked && <Summary summary={checked} />}
        {checked && checked.warnings.length > 0 && <Warnings warnings={checked.warnings} />}
        <div className="row end">
          <button type="button" onClick={close}>
            {checked?.written ? 'Close' : 'Cancel'}
          </button>
          <button
            type="button"
            disabled={chosen === undefined || isTooLong || action.busy}
            onClick={() => void run(true)}
          >
            Check only
          </button>
          <button
            type="submit"
            className="main"
            disabled={chosen === undefined || isTooLong || action.busy || checked?.written}
          >
            {action.busy ? 'Working…' : 'Import'}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function TooLong({ name, environment }: { name: string; environment: string }) {
  return (
    <Banner tone="warn" title="This file is too large to import here">
      <p>The command line has no such limit:</p>
      <CodeBlock label="command" code={`npx serai import inventory ${name} --environment ${environment}`} />
    </Banner>
  );
}

function Problems({ failure }: { failure: CallFailure }) {
  if (failure.details.length === 0) return <Notice failure={failure} />;
  return (
    <Banner tone="bad" title={failure.message}>
      <ol className="import-problems">
        {failure.details.map(({ line, message }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the list never changes
          <li key={i}>
            <strong>Line {String(line ?? '?')}</strong> {message}
          </li>
        ))}
      </ol>
    </Banner>
  );
}

function Warnings({ warnings }: Pick<Output<'inventory/import'>, 'warnings'>) {
  return (
    <Banner tone="warn" title="Some stays cannot be sold">
      <ol className="import-problems">
        {warnings.map(({ line, message }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the list never changes
          <li key={i}>
            <strong>Line {String(line)}</strong> {message}
          </li>
        ))}
      </ol>
    </Banner>
  );
}

function Summary({ summary }: { summary: Output<'inventory/import'> }) {
  const { written, properties, allotments, rates, exceeded } = summary;
  const cells = ({ created, changed }: typeof rates) =>
    `${formatNumber(created)} created, ${formatNumber(changed)} changed`;
  return (
    <Banner tone="good" title={written ? 'Imported' : 'The file is valid. Nothing has been imported yet.'}>
      <ul>
        <li>Properties: {cells(properties)}</li>
        <li>Allotments (nights per room type): {cells(allotments)}</li>
        <li>Rates (nights per rate plan and room type): {cells(rates)}</li>
        {exceeded.length > 0 && (
          <li>
            On {exceeded.length === 1 ? '1 night' : `${formatNumber(exceeded.length)} nights`}, more rooms are
            sold or held than the new allotment allows, first on {exceeded[0]?.night}
          </li>
        )}
      </ul>
    </Banner>
  );
}
