import { basename } from 'node:path';
import type { InventorySummary } from '../../booking/suppliers/own-inventory/files/import-inventory.ts';
import { type Call, defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { onDatabase } from '../frame/on-database.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import { type ProblemReport, problemReport } from '../frame/problem-report.ts';
import { counted, progressLine } from '../frame/progress.ts';
import { printable } from '../text/style.ts';

const OPTIONS = {
  environment: { type: 'string', value: '<name>', description: 'sandbox or production. Required.' },
  'dry-run': { type: 'boolean', description: 'Only tell what would happen.' },
  problems: { type: 'string', value: '<file>', description: 'Write every problem into this file.' },
} as const;

/** Nights with more sold than their new total that are named one by one. */
const SHOWN_NIGHTS = 20;
const SHOWN_WARNINGS = 100;

export const importInventoryCommand = defineCommand({
  name: 'import inventory',
  summary: 'Bring rooms and prices of your own from a file.',
  description: [
    'Reads JSON Lines with properties, allotments and rates, or CSV with allotments and rates, plain, gzip or zip; docs/guides/operator/own-inventory.md describes both. Ranges of nights have both ends in them, and a line sets only what it names.',
    'Stays that fit into a room but have no price, and nights without an allotment or a price, are warned of with an example.',
    'A running service sells what was imported in its next search. A total below what is sold stays at what is sold until rooms become free; such nights are named.',
    'Everything happens at once or not at all, and the same file again changes nothing.',
  ].join('\n\n'),
  args: ['file'],
  options: OPTIONS,
  examples: [
    'serai import inventory hotel.jsonl --environment production --dry-run',
    'serai import inventory prices.csv --environment sandbox',
  ],
  async run(call) {
    const { options, json, terminal, style } = call;
    if (options.environment === undefined) {
      throw usageFailure('Say whose rooms: --environment sandbox or --environment production.');
    }
    const environment = parseEnvironment(options.environment);
    const report = problemReport(options.problems);
    const exceeded: string[] = [];
    const warnings: string[] = [];
    try {
      const summary = await runImport(call, environment, { report, exceeded, warnings });
      const shown = { firstProblems: report.shown(), firstWarnings: warnings };
      if (json) terminal.out(`${JSON.stringify({ ...summary, ...shown })}\n`);
      else {
        report.print(terminal, style);
        if (summary.problems === 0) {
          for (const warning of warnings) terminal.err(`${style.warn('warning:')} ${printable(warning)}\n`);
        }
        for (const night of exceeded) terminal.err(`${printable(night)}\n`);
        terminal.out(summaryText(summary, options['dry-run'] === true));
      }
      return summary.problems > 0 ? EXIT.failed : EXIT.ok;
    } finally {
      report.close();
    }
  },
});

async function runImport(
  { options, args, terminal, clock, config }: Call<typeof OPTIONS>,
  environment: ReturnType<typeof parseEnvironment>,
  { report, exceeded, warnings }: { report: ProblemReport; exceeded: string[]; warnings: string[] },
): Promise<InventorySummary> {
  // Loaded here, so that other commands do not wait for what reads files.
  const { importInventory } = await import('../../booking/suppliers/own-inventory/files/import-inventory.ts');
  const [file = ''] = args;
  const line = progressLine(terminal, { title: `Reading ${basename(file)}`, unit: 'lines', clock });
  try {
    return await onDatabase(config().settings, db =>
      importInventory(db, {
        file,
        environment,
        dryRun: options['dry-run'] === true,
        onProblem: text => report.add(text),
        onWarning: text => {
          if (warnings.length < SHOWN_WARNINGS) warnings.push(text);
        },
        onExcess: text => {
          if (exceeded.length < SHOWN_NIGHTS) exceeded.push(text);
        },
        onProgress: (done, share) => line.update(done, share),
      }),
    );
  } finally {
    line.end();
  }
}

function summaryText(summary: InventorySummary, dryRun: boolean): string {
  const { properties, allotments, rates, exceeded, problems, warnings } = summary;
  if (problems > 0) return 'Nothing is written.\n';
  const cells = ({ created, changed }: InventorySummary['rates']) =>
    `${counted(created)} created, ${counted(changed)} changed`;
  const unsellable = warnings > 0 ? `Warnings about stays that cannot be sold: ${counted(warnings)}.\n` : '';
  const counts = [
    `Properties: ${cells(properties)}, ${counted(properties.unchanged)} unchanged.\n`,
    `Nights of rooms: ${cells(allotments)}.\nNights of rates: ${cells(rates)}.\n`,
    exceeded > 0 ? `Nights with more sold or held than their new total: ${counted(exceeded)}.\n` : '',
    unsellable,
  ].join('');
  if (dryRun) return `Dry run, nothing is written. It would be:\n${counts}`;
  const changes = [properties, allotments, rates].reduce((sum, one) => sum + one.created + one.changed, 0);
  return changes === 0
    ? `Nothing to change: all of it is known already.\n${unsellable}`
    : `Imported.\n${counts}`;
}
