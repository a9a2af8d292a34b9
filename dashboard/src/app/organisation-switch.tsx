import { Check, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Field } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { problemOf } from '../lib/calls/problem-of.ts';
import { useAction } from '../lib/calls/use-action.ts';
import { usePages } from '../lib/calls/use-pages.ts';
import { useMay, useSession, useStaff } from '../lib/session-context.ts';
import { useEnvironment } from '../lib/use-environment.ts';

/** Which organisation the pages are about. For the user menu. */
export function OrganisationSwitch({ open }: { open: boolean }) {
  const { session } = useSession();
  const list = usePages('organisations/list', {}, ({ organisations }) => organisations, { when: open });
  const own = { ...session.organisation, role: session.role, selected: true };
  const shown = list.state === 'ready' ? list.items : [own];
  const isOwner = useMay('owner');
  const mayCreate = useStaff() && isOwner;
  const [creating, setCreating] = useState(false);
  const enter = useEnter();
  return (
    <div className="organisations">
      <ul aria-label="Organisations">
        {shown.map(({ organisationId, name, role, selected }) => (
          <li key={organisationId}>
            <button
              type="button"
              aria-current={selected ? 'true' : undefined}
              disabled={enter.busy}
              onClick={() => !selected && enter.run(organisationId)}
            >
              <span className="lines">
                {name}
                <small className="faint">{role}</small>
              </span>
              {selected && <Check size={16} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
      {list.more && (
        <button type="button" className="quiet" onClick={list.more}>
          More organisations
        </button>
      )}
      {enter.failure && <Notice failure={enter.failure} />}
      {mayCreate && (
        <button type="button" onClick={() => setCreating(true)}>
          <Plus size={16} aria-hidden /> Create an organisation
        </button>
      )}
      {/* Outside the menu, which closes and would take the dialog along. */}
      {createPortal(
        <Dialog open={creating} title="Create an organisation" onClose={() => setCreating(false)}>
          <CreateForm onCancel={() => setCreating(false)} />
        </Dialog>,
        document.body,
      )}
    </div>
  );
}

function CreateForm({ onCancel }: { onCancel: () => void }) {
  const [name, setName] = useState('');
  const enter = useEnter();
  const create = useAction('organisations/create', {
    done: ({ organisation }) => enter.run(organisation.organisationId),
  });
  const failure = create.failure ?? enter.failure;
  const problem = problemOf(failure, 'name');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create.run({ name: name.trim() });
  };
  return (
    <form onSubmit={submit}>
      <p>It has its own keys, bookings, hotels and people, and shares nothing with this one. You own it.</p>
      <Field label="Name" problem={problem}>
        {control => (
          <input
            {...control}
            value={name}
            onChange={event => setName(event.target.value)}
            autoComplete="organization"
            maxLength={100}
            required
          />
        )}
      </Field>
      {failure && problem === undefined && <Notice failure={failure} />}
      <div className="row end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="main" disabled={create.busy || enter.busy || name.trim() === ''}>
          Create and enter
        </button>
      </div>
    </form>
  );
}

/** The page is loaded anew, so that nothing of the organisation before stays on it. */
function useEnter() {
  const environment = useEnvironment();
  const select = useAction('organisations/select', {
    changes: [],
    done: () => window.location.assign(`/${environment}`),
  });
  return {
    run: (organisationId: string) => void select.run({ organisationId }),
    busy: select.busy,
    failure: select.failure,
  };
}
