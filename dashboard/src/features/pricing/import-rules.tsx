import { useState } from 'react';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Field, Form } from '../../components/form.tsx';
import type { CallFailure, Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatNumber } from '../../lib/format/format.ts';

type Result = Output<'pricing/rules/import'>;

/**
 * Lets the user check a file any number of times and then import it. Either all of its rules are imported or
 * none.
 */
export function ImportRules({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState<string>();
  const [archiveOthers, setArchiveOthers] = useState(false);
  const [result, setResult] = useState<Result>();
  const action = useAction('pricing/rules/import');
  const choose = async (file: File | undefined) => {
    action.clear();
    setResult(undefined);
    setText(await file?.text());
  };
  const run = async (dryRun: boolean) => {
    if (text === undefined) return;
    setResult(undefined);
    setResult(await action.run({ text, dryRun, ...(archiveOthers && { archiveOthers }) }));
  };
  const isReady = text !== undefined && !action.busy;
  return (
    <Dialog open title="Import pricing rules" onClose={onClose}>
      <Form onSubmit={() => run(false)}>
        <p>
          JSON Lines in the export format, one rule per line. Nothing is imported unless every line is valid.
        </p>
        <Field label="File" hint="Lines with a rule ID change that rule. Other lines create rules.">
          {control => (
            <input
              {...control}
              type="file"
              accept=".jsonl,.ndjson,.json,.txt"
              onChange={event => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={archiveOthers}
            onChange={event => {
              setArchiveOthers(event.target.checked);
              setResult(undefined);
            }}
          />
          Archive the rules that the file does not contain
        </label>
        {action.failure && <Problems failure={action.failure} />}
        {result && <Summary result={result} />}
        <div className="row end">
          <button type="button" onClick={onClose}>
            {result?.written ? 'Close' : 'Cancel'}
          </button>
          <button type="button" disabled={!isReady} onClick={() => void run(true)}>
            Check only
          </button>
          <button type="submit" className="main" disabled={!isReady || result?.written}>
            {action.busy ? 'Working…' : 'Import'}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function Problems({ failure }: { failure: CallFailure }) {
  if (failure.details.length === 0) return <Notice failure={failure} />;
  return (
    <Banner tone="bad" title={failure.message}>
      <ol className="plain-list">
        {failure.details.map(({ line, path, message }) => (
          <li key={`${line} ${path} ${message}`}>
            <strong>Line {String(line ?? '?')}</strong> {message}
          </li>
        ))}
      </ol>
    </Banner>
  );
}

function Summary({ result }: { result: Result }) {
  const { written, created, changed, unchanged, archived, warnings } = result;
  return (
    <Banner
      tone={warnings.length > 0 ? 'warn' : 'good'}
      title={written ? 'Imported' : 'The file is valid. Nothing has been imported yet.'}
    >
      <p>
        {formatNumber(created)} created, {formatNumber(changed)} changed, {formatNumber(unchanged)} unchanged,{' '}
        {formatNumber(archived)} archived.
      </p>
      {warnings.map(({ line, path, message }) => (
        <p key={`${line} ${path} ${message}`}>
          <strong>Line {line}</strong> {message}
        </p>
      ))}
    </Banner>
  );
}
