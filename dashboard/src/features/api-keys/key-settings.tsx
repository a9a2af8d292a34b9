import { type FormEvent, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Banner, Notice } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { type Partner, usePartner } from '../../components/partners/partners.tsx';
import { SaveBar } from '../../components/save-bar.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { isShownByFields, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { allowsAddress, parseEntry, splitEntries } from './address-entries.ts';
import { type ApiKey, useKeyRights } from './api-key.tsx';
import { addressProblem, draftOf, lacksLastDay, toUpdateInput } from './key-draft.ts';
import { KeyFields } from './key-fields.tsx';

const FIELDS = ['name', 'scopes', 'allowedAddresses', 'limits', 'expiresAt'];

/** Asks before saving an address list that blocks recent clients. */
export function KeySettings({ apiKey }: { apiKey: ApiKey }) {
  const partner = usePartner(apiKey.partnerId);
  return <Loaded from={partner}>{rules => <KeySettingsForm apiKey={apiKey} rules={rules} />}</Loaded>;
}

function KeySettingsForm({ apiKey, rules }: { apiKey: ApiKey; rules: Partner }) {
  const { environment } = apiKey;
  const { mayChange, stepUp } = useKeyRights(environment);
  const [draft, setDraft] = useState(() => draftOf(apiKey, rules.currency));
  const [asking, setAsking] = useState(false);
  const clients = useCall('usage/clients', { keyId: apiKey.keyId });
  const update = useAction('keys/update', {
    toast: 'Saved. Changes take effect within a second.',
    changes: ['keys', 'security', 'usage'],
    done: ({ key }) => setDraft(draftOf(key, rules.currency)),
  });
  const changes = lacksLastDay(draft) ? undefined : toUpdateInput(draft, apiKey, Date.now());
  const problem = addressProblem(draft.addresses);
  const blocked =
    changes?.allowedAddresses && clients.state === 'ready'
      ? findBlockedClients(entriesOf(draft.addresses), clients.data.addresses)
      : [];

  const save = async () => {
    if (changes === undefined || !(await stepUp())) return;
    await update.run(changes);
    setAsking(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (blocked.length > 0) setAsking(true);
    else void save();
  };

  if (!mayChange || apiKey.status === 'REVOKED') {
    return (
      <p className="faint">
        {apiKey.status === 'REVOKED'
          ? 'A revoked key cannot be changed.'
          : `Your role cannot change ${environment} keys.`}
      </p>
    );
  }
  return (
    <>
      <form className="stack narrow" onSubmit={submit}>
        <Card className="form-card">
          <KeyFields
            draft={draft}
            onChange={changed => setDraft(before => ({ ...before, ...changed }))}
            failure={update.failure}
            lacksScopes={draft.scopes.length === 0}
            expiresAt={apiKey.expiresAt}
            limits={apiKey.limits}
            rules={rules}
          />
          {blocked.length > 0 && (
            <Banner tone="warn" title="The new list blocks clients that used this key in the last 7 days">
              <BlockedClients addresses={blocked} />
            </Banner>
          )}
          {update.failure && !isShownByFields(update.failure, FIELDS) && <Notice failure={update.failure} />}
        </Card>
        <SaveBar
          isChanged={changes !== undefined}
          onDiscard={() => setDraft(draftOf(apiKey, rules.currency))}
        >
          <button
            type="submit"
            className="main"
            disabled={
              changes === undefined || update.busy || problem !== undefined || draft.scopes.length === 0
            }
          >
            {update.busy ? 'Saving…' : 'Save changes'}
          </button>
        </SaveBar>
      </form>
      <ConfirmDialog
        open={asking}
        title="Block clients that use this key?"
        danger
        confirmLabel="Save and block"
        busy={update.busy}
        failure={update.failure}
        onConfirm={() => void save()}
        onClose={() => setAsking(false)}
      >
        <BlockedClients addresses={blocked} />
      </ConfirmDialog>
    </>
  );
}

function entriesOf(text: string): string[] {
  return splitEntries(text).flatMap(entry => {
    const parsed = parseEntry(entry);
    return 'address' in parsed ? [parsed.address] : [];
  });
}

function BlockedClients({ addresses }: { addresses: readonly SeenAddress[] }) {
  return (
    <ul className="plain-list">
      {addresses.slice(0, 5).map(({ address, lastAt }) => (
        <li key={address}>
          <code>{address}</code>, last used <Timestamp at={lastAt} />
        </li>
      ))}
      {addresses.length > 5 && <li>and {addresses.length - 5} more</li>}
    </ul>
  );
}

type SeenAddress = Output<'usage/clients'>['addresses'][number];

/** Recent clients that a new address list would block. Clients that are already blocked do not count. */
export function findBlockedClients(entries: readonly string[], seen: readonly SeenAddress[]): SeenAddress[] {
  return seen.filter(
    ({ address, requests, forbidden }) => requests > forbidden && !allowsAddress(entries, address),
  );
}
