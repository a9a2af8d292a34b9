import { CodeBlock, Copyable } from '../../../components/code.tsx';
import { Banner } from '../../../components/feedback.tsx';

const RECEIVER = `import { webhooks } from '@serai/sdk';

// body: the bytes as they came, before anything reads them
const secret = process.env.SERAI_WEBHOOK_SECRET;
const event = await webhooks.unwrap(body, headers, secret);`;

interface NewSecretProps {
  secret: string;
  /** Somebody tried to close what holds it. */
  hurried: boolean;
  onDone: () => void;
}

/** The signing secret, the only time that it is shown. */
export function NewSecret({ secret, hurried, onDone }: NewSecretProps) {
  return (
    <>
      <Banner tone="warn" title="This secret is shown once">
        Store it where the receiver checks signatures. Nobody can show it again; it can be rotated.
      </Banner>
      <Copyable text={secret} label="Copy the secret" />
      <CodeBlock code={RECEIVER} label="the example" />
      {hurried && (
        <p role="alert" className="problem">
          Say first that you have stored it: it cannot be shown again.
        </p>
      )}
      <div className="row end">
        <button type="button" className="main" onClick={onDone}>
          I have stored it
        </button>
      </div>
    </>
  );
}
