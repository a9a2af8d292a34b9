import { EVENT_TYPES } from '@serai/contract/events.ts';
import { createSigningSecret } from '../../../webhooks/sending/signing.ts';
import { eventRow } from '../../events/event-text.ts';
import { type Call, defineCommand, type OptionSpecs } from '../../frame/command.ts';
import { EXIT } from '../../frame/failure.ts';
import { parseUrl } from '../../frame/parse-option.ts';
import { columns } from '../../text/table.ts';
import { parseEventTypes, TYPES_OPTION } from '../event-types.ts';
import { type Forwarding, forwardEvent } from './forward-event.ts';
import { type Event, tailEvents } from './tail-events.ts';
import { untilInterrupted } from './until-interrupted.ts';

const TYPE_WIDTH = Math.max(...EVENT_TYPES.map(type => type.length));

const OPTIONS = {
  'forward-to': {
    type: 'string',
    value: '<address>',
    description: 'Post each event there, signed with a secret of this run.',
  },
  types: { ...TYPES_OPTION, description: `Only these. ${TYPES_OPTION.description}` },
} as const satisfies OptionSpecs;

export const webhooksListenCommand = defineCommand({
  name: 'webhooks listen',
  summary: 'Print the events of the sandbox as they happen, and forward them to this machine.',
  description:
    'For developers without a public address: no endpoint is needed. Ends with Ctrl-C. With --json it prints one event a line, as endpoints receive it, and the rest goes to standard error.',
  remote: true,
  options: OPTIONS,
  examples: [
    'serai webhooks listen',
    'serai webhooks listen --forward-to http://localhost:3000/hooks --types booking.*',
  ],
  run: call => untilInterrupted(call.signal, signal => listen(call, signal)),
});

async function listen(call: Call<typeof OPTIONS>, signal: AbortSignal): Promise<number> {
  const { options, clock, terminal, json } = call;
  const types = options.types && parseEventTypes(options.types);
  const forwarding = forwardingOf(call, signal);
  /** Beside the events, which alone may stand in a pipe. */
  const say = (text: string) => (json ? terminal.err(text) : terminal.out(text));
  const client = call.client();
  const events = tailEvents({
    client,
    environment: 'sandbox',
    clock,
    signal,
    onReachable: reachable =>
      terminal.err(reachable ? 'Serai answers again.\n' : 'Serai does not answer; still trying.\n'),
  });
  say(`Waiting for events of the sandbox. Ctrl-C ends.\n`);
  if (forwarding !== undefined) {
    say(`They go to ${forwarding.url}, signed with ${call.style.bold(forwarding.secret)}\n`);
  }
  for await (const event of events) {
    if (types !== undefined && !types.includes(event.type)) continue;
    await show(event, call, forwarding);
    if (terminal.outIsClosed?.()) break;
  }
  say('Ended.\n');
  return EXIT.ok;
}

/** Rows come one by one; what differs in length is given its room. */
function alignedRow(event: Event): string[] {
  const [at = '', type = '', ...others] = eventRow(event);
  return [at, type.padEnd(TYPE_WIDTH), ...others];
}

function forwardingOf(call: Call<typeof OPTIONS>, signal: AbortSignal): Forwarding | undefined {
  const address = call.options['forward-to'];
  if (address === undefined) return undefined;
  const url = parseUrl(address, 'http://localhost:3000/hooks', '--forward-to');
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
  const taken = status >= 200 && status < 300;
  const line = `  → ${taken ? style.good(text) : style.bad(text)}\n`;
  if (json) terminal.err(line);
  else terminal.out(line);
}
