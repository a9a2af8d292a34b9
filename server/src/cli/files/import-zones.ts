import type { ZonesSummary } from '../../content/place-data/zones/import-zones.ts';
import { defineCommand } from '../frame/command.ts';
import { onDatabase } from '../frame/on-database.ts';
import { counted } from '../frame/progress.ts';
import { IMPORT_OPTIONS, reportWaiting, runReported } from './import-report.ts';

export const importZonesCommand = defineCommand({
  name: 'import zones',
  summary: 'Import tourism zones into the catalogue from a file.',
  description: [
    'Reads a GeoJSON FeatureCollection of Polygon or MultiPolygon features. Each has an id and the properties name, names (by language tag), language and countryCode. Every city and district inside belongs to the zone, including those that are imported later. A geometry with countryCodes excludes places of other countries.',
    'Also reads a JSON list of {"id", "name", "names", "placeIds"}, which names the places individually.',
    'A zone with a known id is replaced, and others stay unchanged. To end a zone, import {"id", "status": "INACTIVE"}, in GeoJSON as a feature with an id and this property. With --remove-missing, every zone that is not in the file ends, including built-in zones. Zones keep their ids permanently and return when they are imported again.',
    'The import is written completely or not at all, and importing the same file again changes nothing.',
  ].join('\n\n'),
  args: ['file'],
  options: {
    'remove-missing': {
      type: 'flag',
      description: 'Set zones that are not in the file to INACTIVE. Use it only with a complete file.',
    },
    ...IMPORT_OPTIONS,
  },
  examples: ['serai import zones zones.geojson --dry-run', 'serai import zones zones.json.gz'],
  async run(call) {
    const {
      options,
      args: [file = ''],
      terminal,
      config,
    } = call;
    // Loaded here, so that other commands start without it.
    const { importZones } = await import('../../content/place-data/zones/import-zones.ts');
    const dryRun = options['dry-run'] === true;
    return runReported(call, {
      work: report =>
        onDatabase(config().settings, db =>
          importZones(db, file, {
            dryRun,
            removeMissing: options['remove-missing'] === true,
            onProblem: text => report.add(text),
            onWait: () => reportWaiting(terminal),
          }),
        ),
      text: summary => summaryText(summary, dryRun),
    });
  },
});

function summaryText(summary: ZonesSummary, dryRun: boolean): string {
  const { created, changed, unchanged, removed, problems, isWritten } = summary;
  if (problems > 0) return 'Nothing was written.\n';
  const counts = `Zones: ${counted(created)} created, ${counted(changed)} changed, ${counted(unchanged)} unchanged, ${counted(removed)} removed.\n`;
  if (isWritten) return `Imported.\n${counts}`;
  if (dryRun) return `Dry run: nothing was written. The import would result in:\n${counts}`;
  return 'Nothing changed: the catalogue already has this data.\n';
}
