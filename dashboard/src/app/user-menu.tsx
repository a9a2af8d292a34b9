import { Check, ChevronDown, CircleUserRound } from 'lucide-react';
import { useId, useState } from 'react';
import { Notice } from '../components/feedback.tsx';
import { LinkTo } from '../components/link-to.tsx';
import { ROLES_EXPLAINED } from '../components/people/member.ts';
import { actorName } from '../lib/actor-name.ts';
import { call } from '../lib/calls/operator-client.ts';
import { useAction } from '../lib/calls/use-action.ts';
import { useCompany, useSession } from '../lib/session-context.ts';
import { applyTheme, readTheme, type Theme } from '../lib/theme.ts';
import { useEnvironment } from '../lib/url-state.ts';

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function UserMenu() {
  const { session, onEnded } = useSession();
  const [theme, setTheme] = useState(readTheme);
  const company = useCompany();
  const id = useId();
  const signOut = () => call('session/sign-out', {}).then(onEnded, onEnded);
  return (
    <div className="who">
      <button type="button" className="quiet who-button" popoverTarget={id}>
        <span className="unseen">Account: </span>
        <span className="who-name">
          {company}
          <small>
            {session.name ?? sessionName(session.actor)} · {ROLES_EXPLAINED[session.role].name}
          </small>
        </span>
        <ChevronDown size={16} aria-hidden className="who-arrow" />
        <CircleUserRound size={20} aria-hidden className="who-icon" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: following a link closes the menu */}
      <div
        id={id}
        popover="auto"
        className="menu"
        onClick={event => {
          if (event.target instanceof HTMLAnchorElement) event.currentTarget.hidePopover();
        }}
      >
        <MembershipSwitch />
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

/** Without the article, because it is not part of a sentence. */
function sessionName(actor: string): string {
  const name = actorName(actor).replace(/^(?:a|the) /, '');
  return actor.includes('@') ? name : name.charAt(0).toUpperCase() + name.slice(1);
}

/** For people who belong to several companies: the operator and partners, or several partners. */
function MembershipSwitch() {
  const { session } = useSession();
  const environment = useEnvironment();
  // Reloads the page, so that no data of the previous company remains.
  const select = useAction('session/switch', {
    changes: [],
    done: () => window.location.assign(`/${environment}`),
  });
  if (session.memberships.length < 2) return null;
  return (
    <div className="organisations">
      <ul aria-label="Companies">
        {session.memberships.map(({ memberId, name, role }) => {
          const isCurrent = memberId === session.memberId;
          return (
            <li key={memberId}>
              <button
                type="button"
                aria-current={isCurrent ? 'true' : undefined}
                disabled={select.busy}
                onClick={() => !isCurrent && void select.run({ memberId })}
              >
                <span className="lines">
                  {name}
                  <small className="faint">{ROLES_EXPLAINED[role].name}</small>
                </span>
                {isCurrent && <Check size={16} aria-hidden />}
              </button>
            </li>
          );
        })}
      </ul>
      {select.failure && <Notice failure={select.failure} />}
    </div>
  );
}
