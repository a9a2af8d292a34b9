/** The steps of a scenario as a program with the SDK. */
import type { Output } from '../../lib/calls/operator-client.ts';

type Step = Output<'sandbox/scenarios'>['scenarios'][number]['steps'][number];

/** How the SDK calls the operations, and how the program calls their answers. */
const CALLS: Record<string, { method: string; answer: string }> = {
  availability: { method: 'hotels.availability', answer: 'search' },
  prebooking: { method: 'hotels.prebooking', answer: 'quote' },
  booking: { method: 'bookings.create', answer: 'booked' },
  cancel: { method: 'bookings.cancel', answer: 'cancelled' },
};

export function sdkProgram(steps: readonly Step[], baseUrl: string): string {
  // A reference is used once for ever.
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
    const { method, answer } = CALLS[step.operation] ?? { method: step.operation, answer: 'answer' };
    const called = mode === 'QUOTE' ? 'bookings.quoteCancellation' : method;
    lines.push(`const ${answer} = await serai.${called}(${objectText(body, known)});`);
    for (const { name, member } of step.keeps) known.set(name, `${answer}.${member}`);
  }
  const last = CALLS[steps.at(-1)?.operation ?? '']?.answer ?? 'answer';
  lines.push(`console.log(${last});`);
  return `${lines.join('\n')}\n`;
}

/** As people write it: names without quotes, texts with single ones, and values of earlier answers in their place. */
function objectText(value: object, known: ReadonlyMap<string, string>): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"(\w+)":/gm, '$1$2:')
    .replaceAll(/"\$(\w+)"/g, (text, name: string) => known.get(name) ?? text)
    .replaceAll(/"([^"'\\\n]*)"/g, "'$1'");
}
