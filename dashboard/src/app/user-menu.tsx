import { Check, ChevronDown, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Notice } from '../components/feedback.tsx';
import { Form, FormButtons, TextField } from '../components/form.tsx';
import { LinkTo } from '../components/link-to.tsx';
import { call, fieldError } from '../lib/calls/operator-client.ts';
import { useAction } from '../lib/calls/use-action.ts';
import { usePages } from '../lib/calls/use-call.ts';
import { useMay, useSession, useStaff } from '../lib/session-context.ts';
import { applyTheme, readTheme, type Theme } from '../lib/theme.ts';
import { useEnvironment } from '../lib/url-state.ts';

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** The signed-in user, the organisation switch, the theme and sign-out. */
export function UserMenu() {
  const { session, onEnded } = useSession();
  const [theme, setTheme] = useState(readTheme);
  const [open, setOpen] = useState(false);
  const id = useId();
  const signOut = () => call('session/sign-out', {}).then(onEnded, onEnded);
  return (
    <div className="who">
      <button type="button" className="quiet who-button" popoverTarget={id}>
        <span className="who-name">
          {session.organisation.name}
          <small>
            {session.name ?? session.actor} · {session.role}
          </small>
        </span>
        <ChevronDown size={16} aria-hidden />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: following a link closes the menu */}
      <div
        id={id}
        popover="auto"
        className="menu"
        onToggle={event => setOpen(event.newState === 'open')}
        onClick={event => {
          if (event.target instanceof HTMLAnchorElement) event.currentTarget.hidePopover();
        }}
      >
        <OrganisationSwitch open={open} />
        <LinkTo to="/settings/account">My account</LinkTo>
        <LinkTo to="/settings/team">Team</LinkTo>
        <label>
          Theme
          <select
            value={theme}
            onChange={event => {
              const chosen = event.target.value as Theme;
              setTheme(chosen);
              applyTheme(chosen);
            }}
          >
            {THEMES.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </div>
  );
}

/** Switches the organisation that all pages show. */
function OrganisationSwitch({ open }: { open: boolean }) {
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
          <Plus size={16} aria-hidden /> Create organisation
        </button>
      )}
      {/* Rendered outside the menu, because the dialog must stay open when the menu closes. */}
      {createPortal(
        <Dialog open={creating} title="Create organisation" onClose={() => setCreating(false)}>
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
  const problem = fieldError(failure, 'name');
  return (
    <Form onSubmit={() => create.run({ name: name.trim() })}>
      <p>
        The new organisation has its own keys, bookings, hotels and people. Nothing is shared. You become its
        owner.
      </p>
      <TextField
        label="Name"
        problem={problem}
        value={name}
        onChange={setName}
        autoComplete="organization"
        maxLength={100}
        required
      />
      {failure && problem === undefined && <Notice failure={failure} />}
      <FormButtons onCancel={onCancel} disabled={create.busy || enter.busy || name.trim() === ''}>
        Create and switch
      </FormButtons>
    </Form>
  );
}

/** Reloads the page, so that no data of the previous organisation remains. */
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
