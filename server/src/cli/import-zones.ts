import type { ZonesSummary } from '../content/place-data/zones/import-zones.ts';
import { defineCommand } from './frame/command.ts';
import { EXIT } from './frame/failure.ts';
import { onDatabase } from './frame/on-database.ts';
import { problemReport } from './frame/problem-report.ts';
import { counted } from './frame/progress.ts';
import { sayWaiting } from './frame/say-waiting.ts';

export const importZonesCommand = defineCommand({
  name: 'import zones',
  summary: 'Bring tourism zones into the catalogue from a file.',
  description: [
    'Reads a GeoJSON FeatureCollection of Polygon or MultiPolygon features with an id and the properties name, names (by language tag), language and countryCode; every city and district inside belongs to the zone, also those that are imported later. A geometry may carry countryCodes to leave out places of other countries.',
    'Or reads a JSON list of {"id", "name", "names", "placeIds"}, where the places are named one by one.',
    'A zone with a known id is replaced, others stay. A zone ends with {"id", "status": "INACTIVE"}, in GeoJSON as a feature with an id and this status among its properties; with --remove-missing every zone ends that the file does not have, those we bring along too. Zones keep their ids for ever and return when they are imported again.',
    'Everything happens at once or not at all, and the same file again changes nothing.',
  ].join('\n\n'),
  args: ['file'],
  options: {
    'dry-run': { type: 'boolean', description: 'Only tell what would happen.' },
    'remove-missing': {
      type: 'boolean',
      description: 'Zones that the file does not have become INACTIVE. Never with a part of the zones.',
    },
    problems: { type: 'string', value: '<file>', description: 'Write every problem into this file.' },
  },
  examples: ['serai import zones zones.geojson --dry-run', 'serai import zones zones.json.gz'],
  async run({ options, args, json, terminal, style, config }) {
    // Loaded here, so that other commands do not wait for what reads files.
    const { importZones } = await import('../content/place-data/zones/import-zones.ts');
    const report = problemReport(options.problems);
    const dryRun = options['dry-run'] === true;
    const [file = ''] = args;
    try {
      const summary = await onDatabase(config().settings, db =>
        importZones(db, file, {
          dryRun,
          removeMissing: options['remove-missing'] === true,
          onProblem: text => report.add(text),
          onWait: () => sayWaiting(terminal),
        }),
      );
      if (json) terminal.out(`${JSON.stringify({ ...summary, firstProblems: report.shown() })}\n`);
      else {
        report.print(terminal, style);
        terminal.out(summaryText(summary, dryRun));
      }
      return summary.problems > 0 ? EXIT.failed : EXIT.ok;
    } finally {
      report.close();
    }
  },
});

function summaryText(summary: ZonesSummary, dryRun: boolean): string {
  const { created, changed, unchanged, removed, problems, isWritten } = summary;
  if (problems > 0) return 'Nothing is written.\n';
  const counts = `Zones: ${counted(created)} created, ${counted(changed)} changed, ${counted(unchanged)} unchanged, ${counted(removed)} removed.\n`;
  if (isWritten) return `Imported.\n${counts}`;
  if (dryRun) return `Dry run, nothing is written. It would be:\n${counts}`;
  return 'Nothing to change: all of it is known already.\n';
}
