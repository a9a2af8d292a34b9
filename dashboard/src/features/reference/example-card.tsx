import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { CodeBlock, JsonView } from '../../components/code.tsx';
import { Badge } from '../../components/feedback.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';

type Example = Output<'reference/show'>['operation']['examples'][number];

/** A call as it was made in the sandbox. */
export function ExampleCard({
  example: { summary, request, status, answer, curl, sdk },
}: {
  example: Example;
}) {
  const [shown, setShown] = useState('json');
  return (
    <Card title={summary}>
      <Tabs
        label="Request"
        selected={shown}
        onSelect={setShown}
        tabs={[
          { id: 'json', label: 'JSON', panel: <JsonView value={request} label="the request" /> },
          { id: 'curl', label: 'curl', panel: <CodeBlock code={curl} label="the command" /> },
          { id: 'sdk', label: 'SDK', panel: <CodeBlock code={sdk} label="the program" /> },
        ]}
      />
      <p className="row">
        Answer <Badge tone={status < 300 ? 'good' : 'bad'}>{status}</Badge>
      </p>
      <JsonView value={answer} label="the answer" />
    </Card>
  );
}
