import { DECISIONS, resolveBooking } from '@serai/contract/account/bookings.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { parseCount, parseWord } from '../frame/parse-option.ts';
import { bookingText } from './booking-text.ts';

export const bookingsResolveCommand = defineCommand({
  name: 'bookings resolve',
  summary: 'Settle a booking by hand, with evidence.',
  description:
    'Records what a person found out; it sends nothing to the provider. The version is the one that serai bookings show printed: when the booking has changed since, nothing is done.',
  args: ['bookingId'],
  remote: true,
  options: {
    decision: { type: 'string', value: '<word>', description: `${DECISIONS.join(', ').toLowerCase()}.` },
    version: { type: 'string', value: '<number>', description: 'The version that was looked at.' },
    evidence: { type: 'string', value: '<text>', description: 'Who was asked and what they said.' },
    'provider-reference': {
      type: 'string',
      value: '<text>',
      description: 'Reference at the provider; for confirmed, where the booking has none.',
    },
    penalty: {
      type: 'string',
      value: '<money>',
      description: 'What the cancellation cost, such as 12.50EUR; for cancelled.',
    },
  },
  examples: [
    'serai bookings resolve bkg_7Q2M4K9TXA1WZB3EHV6C --version 3 --decision rejected --evidence "Ana of the provider: never arrived"',
    'serai bookings resolve bkg_7Q2M4K9TXA1WZB3EHV6C --version 3 --decision cancelled --penalty 0.00EUR --evidence "Mail of 3 July"',
  ],
  async run({ args, options, client, json, terminal, clock, style }) {
    const { decision, version, evidence, penalty } = options;
    const providerReference = options['provider-reference'];
    if (decision === undefined || version === undefined || evidence === undefined) {
      throw usageFailure(
        '--decision, --version and --evidence are needed.',
        `serai bookings show ${args[0]} tells the version.`,
      );
    }
    const { data, text } = await client().call(resolveBooking, {
      bookingId: args[0] as string,
      version: parseCount(version, '--version'),
      decision: parseWord(decision, '--decision', DECISIONS),
      evidence,
      ...(providerReference !== undefined && { providerReference }),
      ...(penalty !== undefined && { penalty: parseMoney(penalty) }),
    });
    terminal.out(
      json ? `${text}\n` : `The booking was settled.\n\n${bookingText(data.booking, clock.nowMs(), style)}`,
    );
    return EXIT.ok;
  },
});

/** The service knows the currencies and their decimals. */
function parseMoney(text: string): { amount: string; currency: string } {
  const match = /^(\d+(?:\.\d+)?)\s*([A-Za-z]{3})$/.exec(text);
  if (match === null) throw usageFailure(`--penalty takes money such as 12.50EUR; "${text}" is none.`);
  const [, amount, currency] = match as unknown as [string, string, string];
  return { amount, currency: currency.toUpperCase() };
}
