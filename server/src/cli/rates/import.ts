import type { RatesSummary } from '../../booking/rates/import-rates.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { onDatabase } from '../frame/on-database.ts';
import { problemReport } from '../frame/problem-report.ts';
import { counted } from '../frame/progress.ts';
import { momentText, parseMoment } from '../text/time-text.ts';

export const importRatesCommand = defineCommand({
  name: 'import rates',
  summary: 'Bring exchange rates for production from a file.',
  description: [
    'Reads CSV with the columns base,currency,rate, where a rate is the units of the currency for one of the base. All rates of a file have one base; rates between other currencies are reckoned through it.',
    'The newest rates are used, on all nodes within a second; quotes and bookings keep the rate they were made with. The same moment again replaces the rates of that moment. The sandbox has rates of its own, which never change.',
    'Everything happens at once or not at all, and the same file again changes nothing.',
  ].join('\n\n'),
  args: ['file'],
  options: {
    'as-of': {
      type: 'string',
      value: '<moment>',
      description: 'The instant or the date that the rates are of. Required.',
    },
    'dry-run': { type: 'boolean', description: 'Only tell what would happen.' },
    problems: { type: 'string', value: '<file>', description: 'Write every problem into this file.' },
  },
  examples: [
    'serai import rates rates.csv --as-of 2026-07-02 --dry-run',
    'serai import rates rates.csv --as-of 2026-07-02T14:15:00Z',
  ],
  async run({ options, args, json, terminal, style, clock, config }) {
    const asOf = instantOf(options['as-of'], clock.nowMs());
    // Loaded here, so that other commands do not wait for what reads files.
    const { importRates } = await import('../../booking/rates/import-rates.ts');
    const report = problemReport(options.problems);
    const dryRun = options['dry-run'] === true;
    const [file = ''] = args;
    try {
      const summary = await onDatabase(config().settings, db =>
        importRates(db, file, { asOf, dryRun, onProblem: text => report.add(text) }),
      );
      if (json) terminal.out(`${JSON.stringify({ ...summary, firstProblems: report.shown() })}\n`);
      else {
        report.print(terminal, style);
        terminal.out(summaryText(summary, dryRun, clock.nowMs()));
      }
      return summary.problems > 0 ? EXIT.failed : EXIT.ok;
    } finally {
      report.close();
    }
  },
});

/** Rates of a moment to come would keep every later import out of use until then. */
function instantOf(text: string | undefined, nowMs: number): string {
  if (text === undefined) {
    throw usageFailure('--as-of is missing.', 'Say when the rates are of: --as-of 2026-07-02.');
  }
  const asOf = parseMoment(text, '--as-of', nowMs, 'back');
  if (Date.parse(asOf) > nowMs) throw usageFailure(`--as-of ${text} lies in the future.`);
  return asOf;
}

function summaryText(summary: RatesSummary, dryRun: boolean, nowMs: number): string {
  const { created, changed, unchanged, removed, problems, newer } = summary;
  if (problems > 0) return 'Nothing is written.\n';
  const counts = `Rates: ${counted(created)} created, ${counted(changed)} changed, ${counted(unchanged)} unchanged, ${counted(removed)} removed.\n`;
  const inUse = newer === null ? '' : `Newer rates stay in use: those of ${momentText(newer, nowMs)}.\n`;
  if (dryRun) return `Dry run, nothing is written. It would be:\n${counts}${inUse}`;
  if (created + changed + removed === 0) return `Nothing to change: all of it is known already.\n${inUse}`;
  return `Imported.\n${counts}${inUse}`;
}
