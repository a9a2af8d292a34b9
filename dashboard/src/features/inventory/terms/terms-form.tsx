import { useEffect, useState } from 'react';
import { Notice } from '../../../components/feedback.tsx';
import { type CallFailure, call, type Output, toFailure } from '../../../lib/calls/operator-client.ts';
import { useAction } from '../../../lib/calls/use-action.ts';
import { useEnvironment } from '../../../lib/url-state.ts';
import { cleaned, type DocumentDraft } from './document-draft.ts';
import { EditorContext } from './fields.tsx';
import { SampleStays } from './sample-stays.tsx';
import { BandsSection, ChargesSection, PlansSection, PoliciesSection, RoomsSection } from './sections.tsx';
import '../../../styles/inventory-terms.css';

interface TermsFormProps {
  property: Output<'inventory/show'>;
  mayChange: boolean;
}

type Checked = Output<'inventory/set-property'>;

/** Rate plans, policies, taxes, age bands and room limits. Each change is checked by the server before it is saved. */
export function TermsForm({ property, mayChange }: TermsFormProps) {
  const environment = useEnvironment();
  const [document, setDocument] = useState<DocumentDraft>(property.document);
  const [version, setVersion] = useState(property.version);
  const saving = useAction('inventory/set-property', {
    changes: ['inventory', 'hotels'],
    toast: 'Rate plans and terms saved.',
    done: saved => setVersion(saved.version),
  });
  const { checked, failure } = useCheck(document, mayChange);
  const shownFailure = saving.failure ?? failure;
  const roomName = (code: string) =>
    property.roomNames.find(({ roomCode }) => roomCode === code)?.name ?? code;
  const change = (next: DocumentDraft) => {
    saving.clear();
    setDocument(next);
  };
  const isChanged = JSON.stringify(cleaned(document)) !== JSON.stringify(cleaned(property.document));

  return (
    <EditorContext value={{ document, problems: shownFailure?.details ?? [], change, roomName }}>
      <div className="terms">
        <fieldset className="terms-form" disabled={!mayChange}>
          <legend className="unseen">Rate plans and terms</legend>
          <PlansSection />
          <PoliciesSection />
          <ChargesSection />
          <BandsSection />
          <RoomsSection catalogue={property.roomNames} />
        </fieldset>
        <aside className="terms-check" aria-label="Check and preview">
          {shownFailure && <Notice failure={shownFailure} />}
          {shownFailure && shownFailure.details.length > 0 && (
            <ul className="problems">
              {shownFailure.details.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  <code>{path.replace('/document/', '')}</code> {message}
                </li>
              ))}
            </ul>
          )}
          {checked && <Warnings warnings={checked.warnings} />}
          {checked && <SampleStays samples={checked.samples} roomName={roomName} />}
          {mayChange && (
            <div className="row end">
              <button type="button" disabled={!isChanged} onClick={() => change(property.document)}>
                Discard
              </button>
              <button
                type="button"
                className="main"
                disabled={saving.busy || !isChanged}
                onClick={() => void saving.run({ environment, document: cleaned(document), version })}
              >
                {saving.busy ? 'Saving…' : 'Save'}
              </button>
            </div>
          )}
        </aside>
      </div>
    </EditorContext>
  );
}

const TYPING_MS = 500;

/** Asks the server what the document would sell, without saving it. */
function useCheck(document: DocumentDraft, isOn: boolean) {
  const environment = useEnvironment();
  const [result, setResult] = useState<{ checked?: Checked; failure?: CallFailure }>({});
  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const input = { environment, document: cleaned(document), dryRun: true };
        setResult({ checked: await call('inventory/set-property', input, controller.signal) });
      } catch (thrown) {
        if (!controller.signal.aborted) setResult({ failure: toFailure(thrown) });
      }
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [document, environment, isOn]);
  return result;
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return <p className="hint">No stay is unsellable because of these settings.</p>;
  return (
    <div className="terms-warnings" role="status">
      <strong>{warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}</strong>
      <ul>
        {warnings.slice(0, 10).map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {warnings.length > 10 && <p>and {warnings.length - 10} more</p>}
    </div>
  );
}
