import type { Output } from '../../lib/calls/operator-client.ts';

type Step = Output<'sandbox/scenarios'>['scenarios'][number]['steps'][number];

const CALLS: Record<string, { method: string; variable: string }> = {
  availability: { method: 'hotels.availability', variable: 'search' },
  prebooking: { method: 'hotels.quote', variable: 'quote' },
  booking: { method: 'bookings.create', variable: 'booked' },
  cancel: { method: 'bookings.cancel', variable: 'cancelled' },
};

export function sdkProgram(steps: readonly Step[], baseUrl: string): string {
  // A client reference can be used only once.
  const known = new Map([['reference', "'TRY-' + Date.now()"]]);
  const lines = [
    "import { Serai } from '@serai/sdk';",
    '',
    '// The key comes from SERAI_API_KEY.',
    `const serai = new Serai({ baseUrl: '${baseUrl}' });`,
    '',
  ];
  for (const step of steps) {
    const { mode, ...body } = step.body;
    const { method, variable } = CALLS[step.operation] ?? { method: step.operation, variable: 'response' };
    const called = mode === 'QUOTE' ? 'bookings.quoteCancellation' : method;
    lines.push(`const ${variable} = await serai.${called}(${formatObject(body, known)});`);
    for (const { name, member } of step.keeps) known.set(name, `${variable}.${member}`);
  }
  const last = CALLS[steps.at(-1)?.operation ?? '']?.variable ?? 'response';
  lines.push(`console.log(${last});`);
  return `${lines.join('\n')}\n`;
}

/** Formats an object as source code, with values from earlier responses inserted. */
function formatObject(value: object, known: ReadonlyMap<string, string>): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"(\w+)":/gm, '$1$2:')
    .replaceAll(/"\$(\w+)"/g, (text, name: string) => known.get(name) ?? text)
    .replaceAll(/"([^"'\\\n]*)"/g, "'$1'");
}
