import type { RatesSummary } from '../../booking/rates/import-rates.ts';
import { defineCommand } from '../frame/command.ts';
import { onDatabase } from '../frame/on-database.ts';
import { counted } from '../frame/progress.ts';
import { timeText } from '../text/time-text.ts';
import { IMPORT_OPTIONS, runReported } from './import-report.ts';

export const importRatesCommand = defineCommand({
  name: 'import rates',
  summary: 'Import exchange rates for production from a file.',
  description: [
    'Reads CSV with the columns base, currency and rate. A rate is the number of units of the currency for one unit of the base. All rates of a file have the same base, and rates between other currencies are calculated through it.',
    'All nodes use the newest rates within a second. Quotes and bookings keep the rate they were created with. Importing rates for the same time again replaces them. The sandbox has its own fixed rates.',
    'The import is written completely or not at all, and importing the same file again changes nothing.',
  ].join('\n\n'),
  args: ['file'],
  options: {
    'as-of': { type: 'time', required: true, description: 'The time or date at which the rates were valid.' },
    ...IMPORT_OPTIONS,
  },
  examples: [
    'serai import rates rates.csv --as-of 2026-07-02 --dry-run',
    'serai import rates rates.csv --as-of 2026-07-02T14:15:00Z',
  ],
  // Rates with a future time would override every import until that time.
  check: ({ 'as-of': asOf }, _, nowMs) =>
    asOf !== undefined && Date.parse(asOf) > nowMs ? ['--as-of must not be in the future.'] : [],
  async run(call) {
    const {
      options,
      args: [file = ''],
      clock,
      config,
    } = call;
    // Loaded here, so that other commands start without it.
    const { importRates } = await import('../../booking/rates/import-rates.ts');
    const dryRun = options['dry-run'] === true;
    return runReported(call, {
      work: report =>
        onDatabase(config().settings, db =>
          importRates(db, file, { asOf: options['as-of'], dryRun, onProblem: text => report.add(text) }),
        ),
      text: summary => summaryText(summary, dryRun, clock.nowMs()),
    });
  },
});

function summaryText(summary: RatesSummary, dryRun: boolean, nowMs: number): string {
  const { created, changed, unchanged, removed, problems, newer } = summary;
  if (problems > 0) return 'Nothing was written.\n';
  const counts = `Rates: ${counted(created)} created, ${counted(changed)} changed, ${counted(unchanged)} unchanged, ${counted(removed)} removed.\n`;
  const inUse = newer === null ? '' : `Newer rates stay in use: the rates of ${timeText(newer, nowMs)}.\n`;
  if (dryRun) return `Dry run: nothing was written. The import would result in:\n${counts}${inUse}`;
  if (created + changed + removed === 0) return `Nothing changed: these rates are already stored.\n${inUse}`;
  return `Imported.\n${counts}${inUse}`;
}
