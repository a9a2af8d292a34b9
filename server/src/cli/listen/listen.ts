import { EVENT_TYPES } from '@serai/contract/events.ts';
import { createSigningSecret } from '../../webhooks/sending/signing.ts';
import { eventRow } from '../commands/events.ts';
import { type Call, defineCommand, type OptionSpecs } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { untilInterrupted } from '../frame/stay-alive.ts';
import { columns } from '../text/table.ts';
import { type Forwarding, forwardEvent } from './forward-event.ts';
import { type Event, tailEvents } from './tail-events.ts';

const TYPE_WIDTH = Math.max(...EVENT_TYPES.map(type => type.length));

const OPTIONS = {
  partner: {
    type: 'text',
    value: '<partnerId>',
    description: 'Only events of this partner. Default: all partners.',
  },
  'forward-to': {
    type: 'url',
    description: 'Post each event to this URL, signed with a secret for this run.',
  },
  types: {
    type: 'choice',
    choices: EVENT_TYPES,
    multiple: true,
    value: '<types>',
    description: 'Only these event types. booking.* means all booking events.',
  },
} as const satisfies OptionSpecs;

export const webhooksListenCommand = defineCommand({
  name: 'webhooks listen',
  summary: 'Print sandbox events as they happen, and optionally forward them to a URL.',
  description:
    'For developers without a public URL. No endpoint is needed. Press Ctrl-C to stop. With --json, standard output has one event per line, as endpoints receive it, and everything else goes to standard error.',
  remote: true,
  options: OPTIONS,
  examples: [
    'serai webhooks listen',
    'serai webhooks listen --partner prt_01J9ZC4T3E --forward-to http://localhost:3000/hooks --types booking.*',
  ],
  run: call => untilInterrupted(call.signal, signal => listen(call, signal)),
});

async function listen(call: Call<typeof OPTIONS>, signal: AbortSignal): Promise<number> {
  const { options, clock, terminal, json } = call;
  const { types } = options;
  const forwarding = forwardingOf(call, signal);
  /** With --json, only events may be on standard output. */
  const print = (text: string) => (json ? terminal.err(text) : terminal.out(text));
  const client = call.client();
  const events = tailEvents({
    client,
    environment: 'sandbox',
    partnerId: options.partner,
    clock,
    signal,
    onReachable: reachable =>
      terminal.err(reachable ? 'Serai is reachable again.\n' : 'Serai is not reachable. Retrying.\n'),
  });
  print('Waiting for sandbox events. Press Ctrl-C to stop.\n');
  if (forwarding !== undefined) {
    print(`Forwarding to ${forwarding.url}, signed with ${call.style.bold(forwarding.secret)}\n`);
  }
  for await (const event of events) {
    if (types !== undefined && !types.includes(event.type)) continue;
    await show(event, call, forwarding);
    if (terminal.outIsClosed?.()) break;
  }
  print('Stopped.\n');
  return EXIT.ok;
}

/** Rows are printed one by one, so the column width is fixed. */
function alignedRow(event: Event): string[] {
  const [at = '', type = '', ...others] = eventRow(event);
  return [at, type.padEnd(TYPE_WIDTH), ...others];
}

function forwardingOf(call: Call<typeof OPTIONS>, signal: AbortSignal): Forwarding | undefined {
  const url = call.options['forward-to'];
  if (url === undefined) return undefined;
  return { url, secret: createSigningSecret(), clock: call.clock, signal };
}

async function show(
  event: Event,
  { terminal, json, style }: Call<typeof OPTIONS>,
  forwarding: Forwarding | undefined,
): Promise<void> {
  terminal.out(json ? `${JSON.stringify(event.payload)}\n` : columns([alignedRow(event)]));
  if (forwarding === undefined) return;
  const { status = 0, text } = await forwardEvent(event, forwarding);
  const isAccepted = status >= 200 && status < 300;
  const line = `  → ${isAccepted ? style.good(text) : style.bad(text)}\n`;
  if (json) terminal.err(line);
  else terminal.out(line);
}
