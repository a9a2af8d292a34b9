import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Card } from '../../../components/card.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { CodeBlock } from '../../../components/text/code-block.tsx';
import { Copyable } from '../../../components/text/copyable.tsx';
import { useSession } from '../../../lib/session-context.ts';
import type { Made } from '../parts/api-key.ts';
import { firstCommand, firstProgram } from './first-request.ts';

interface NewSecretProps {
  made: Made;
  title: string;
  /** What else belongs beside the way to try it. */
  children?: ReactNode;
  onDone: () => void;
}

/** The only place that shows a secret. Whoever shows this drops the secret when it is left; see `useSecretOnce`. */
export function NewSecret({ made: { key, secret }, title, children, onDone }: NewSecretProps) {
  const { interfaceUrl } = useSession();
  const [stored, setStored] = useState(false);
  const [shown, setShown] = useState('curl');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="stack narrow">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Card
        title="The key, shown only now"
        hint="Store it where the program finds its secrets. Only a hash is kept here; nobody can show it again."
        className="secret"
      >
        <Copyable text={secret} label="Copy the key" />
        <label className="check">
          <input type="checkbox" checked={stored} onChange={event => setStored(event.target.checked)} />I have
          stored the key
        </label>
        <div className="row">
          <button type="button" className="main" disabled={!stored} onClick={onDone}>
            Done
          </button>
        </div>
      </Card>
      <Card title="Try it" hint="The command goes from your terminal; this page never uses the key.">
        <Tabs
          label="Ways to try the key"
          selected={shown}
          onSelect={setShown}
          tabs={[
            {
              id: 'curl',
              label: 'curl',
              panel: <CodeBlock code={firstCommand(interfaceUrl, secret, key.scopes)} label="the command" />,
            },
            {
              id: 'sdk',
              label: 'TypeScript SDK',
              panel: <CodeBlock code={firstProgram(interfaceUrl, key.scopes)} label="the program" />,
            },
          ]}
        />
        {children}
      </Card>
    </div>
  );
}
