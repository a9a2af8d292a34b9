import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { LinkTo } from '../components/link-to.tsx';
import { call } from '../lib/calls/operator-client.ts';
import { useSession } from '../lib/session-context.ts';
import { applyTheme, readTheme, type Theme } from '../lib/theme.ts';
import { OrganisationSwitch } from './organisation-switch.tsx';

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Who is signed in, and what concerns them alone. */
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: whoever follows a link is done with the menu */}
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
          Colours
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
