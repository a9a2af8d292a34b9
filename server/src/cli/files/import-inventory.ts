import { basename } from 'node:path';
import type { InventorySummary } from '../../booking/suppliers/own-inventory/files/import-inventory.ts';
import { type Call, defineCommand } from '../frame/command.ts';
import { onDatabase } from '../frame/on-database.ts';
import { counted, progressLine } from '../frame/progress.ts';
import { printable } from '../text/style.ts';
import { ENVIRONMENT_OPTION, IMPORT_OPTIONS, type ProblemReport, runReported } from './import-report.ts';

const OPTIONS = { environment: ENVIRONMENT_OPTION, ...IMPORT_OPTIONS } as const;

/** Maximum number of oversold nights that are listed individually. */
const SHOWN_NIGHTS = 20;
const SHOWN_WARNINGS = 100;

export const importInventoryCommand = defineCommand({
  name: 'import inventory',
  summary: 'Import own inventory from a file.',
  description: [
    'Reads JSON Lines with properties, allotments and rates, or CSV with allotments and rates, plain, gzip or zip. docs/guides/operator/own-inventory.md describes both formats. A range of nights includes both ends, and a line sets only the fields that it contains.',
    'The command warns, with an example, about stays that fit a room but have no price, and about nights without an allotment or a price.',
    'A running service sells the imported rooms from its next search on. If a total is lower than the number of rooms sold or held, the night stays sold out until rooms become free. The first 20 such nights are listed.',
    'The import is written completely or not at all, and importing the same file again changes nothing.',
  ].join('\n\n'),
  args: ['file'],
  options: OPTIONS,
  examples: [
    'serai import inventory hotel.jsonl --environment production --dry-run',
    'serai import inventory prices.csv --environment sandbox',
  ],
  async run(call) {
    const { options, terminal, style } = call;
    const found: Found = { oversold: [], warnings: [] };
    return runReported(call, {
      work: report => runImport(call, report, found),
      json: () => ({ firstWarnings: found.warnings }),
      print(report, { problems }) {
        report.print(terminal, style);
        const warnings = problems === 0 ? found.warnings : [];
        for (const warning of warnings) terminal.err(`${style.warn('warning:')} ${printable(warning)}\n`);
        for (const night of found.oversold) terminal.err(`${printable(night)}\n`);
      },
      text: summary => summaryText(summary, options['dry-run'] === true),
    });
  },
});

interface Found {
  oversold: string[];
  warnings: string[];
}

async function runImport(
  { options, args: [file = ''], terminal, clock, config }: Call<typeof OPTIONS>,
  report: ProblemReport,
  { oversold, warnings }: Found,
): Promise<InventorySummary> {
  // Loaded here, so that other commands start without it.
  const { importInventory } = await import('../../booking/suppliers/own-inventory/files/import-inventory.ts');
  const line = progressLine(terminal, { title: `Reading ${basename(file)}`, unit: 'lines', clock });
  try {
    return await onDatabase(config().settings, db =>
      importInventory(db, {
        file,
        environment: options.environment,
        dryRun: options['dry-run'] === true,
        onProblem: text => report.add(text),
        onWarning: text => {
          if (warnings.length < SHOWN_WARNINGS) warnings.push(text);
        },
        onExcess: text => {
          if (oversold.length < SHOWN_NIGHTS) oversold.push(text);
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
  if (problems > 0) return 'Nothing was written.\n';
  const cells = ({ created, changed }: InventorySummary['rates']) =>
    `${counted(created)} created, ${counted(changed)} changed`;
  const unsellable = warnings > 0 ? `Warnings about stays that cannot be sold: ${counted(warnings)}.\n` : '';
  const counts = [
    `Properties: ${cells(properties)}, ${counted(properties.unchanged)} unchanged.\n`,
    `Allotments (nights per room type): ${cells(allotments)}.\nRates (nights per rate plan and room type): ${cells(rates)}.\n`,
    exceeded > 0 ? `Nights with more rooms sold or held than the new total: ${counted(exceeded)}.\n` : '',
    unsellable,
  ].join('');
  if (dryRun) return `Dry run: nothing was written. The import would result in:\n${counts}`;
  const changes = [properties, allotments, rates].reduce((sum, one) => sum + one.created + one.changed, 0);
  return changes === 0
    ? `Nothing changed: the inventory already has this data.\n${unsellable}`
    : `Imported.\n${counts}`;
}
