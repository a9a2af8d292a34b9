import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '../../components/text/copy-button.tsx';
import type { Output } from '../../lib/operator-client.ts';
import { firstRequest } from './first-request.ts';

interface NewSecretProps {
  made: Output<'keys/create'>;
  interfaceUrl: string;
  onDone: () => void;
}

export function NewSecret({ made: { key, secret }, interfaceUrl, onDone }: NewSecretProps) {
  const [stored, setStored] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const command = firstRequest(interfaceUrl, secret, key.scopes);

  useEffect(() => title.current?.focus(), []);

  return (
    <div className="stack">
      <h1 ref={title} tabIndex={-1}>
        {key.name} is ready
      </h1>
      <section className="card secret">
        <h2>The key, shown only now</h2>
        <p>
          Store it where the program finds its secrets. Only a hash is kept here; nobody can show it again.
        </p>
        <div className="copyable">
          <code>{secret}</code>
          <CopyButton text={secret} label="Copy the key" />
        </div>
      </section>
      <section className="card">
        <h2>Try it</h2>
        <pre>
          <code>{command}</code>
        </pre>
        <CopyButton text={command} label="Copy the command" />
      </section>
      <label className="check">
        <input type="checkbox" checked={stored} onChange={event => setStored(event.target.checked)} />I have
        stored the key
      </label>
      <div className="row">
        <button type="button" className="main" disabled={!stored} onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  );
}
