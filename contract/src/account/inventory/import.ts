import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { count, flag } from '../../shared/values.ts';
import { changedCellsShape } from './inventory-changes.ts';

/** Characters; a request may have 1 MiB, and quotes double in it. */
export const MAX_IMPORT_TEXT = 800_000;

export const MAX_NAMED_WARNINGS = 100;

export const importInventory = defineOperatorOperation({
  name: 'inventory/import',
  role: 'developer',
  summary: 'Import a file of own inventory',
  description: `JSON Lines with properties, allotments and rates, or CSV with allotments and rates, as \`serai import inventory\` reads them. Hotels are named by \`hotelId\` or \`sourceId\`. Either the whole file is written or nothing. The first 200 bad lines are reported, each with its number in \`line\`. A file may have ${MAX_IMPORT_TEXT} characters and a request 1 MiB; import larger files with \`serai import inventory\`, which has no such limit. Requires the organisation that runs the service and, in production, the role admin.`,
  input: z.strictObject({
    environment: environment(),
    text: z.string().min(1).max(MAX_IMPORT_TEXT).describe('The whole file.'),
    dryRun: flag().optional().describe('Only tells what would happen.'),
  }),
  output: z.strictObject({
    written: flag(),
    properties: z.strictObject({
      created: count(0, 1_000_000),
      changed: count(0, 1_000_000),
      unchanged: count(0, 1_000_000),
    }),
    ...changedCellsShape(),
    warnings: z
      .array(z.strictObject({ line: count(1, 1_000_000_000), message: z.string() }))
      .describe(
        `What is written but cannot be sold, each with an example stay; at most ${MAX_NAMED_WARNINGS} are named.`,
      ),
  }),
  examples: {
    request: {
      environment: 'sandbox',
      text: 'hotelId,roomCode,from,to,total\nhtl_casa_luna,DBL,2027-07-01,2027-07-31,4\n',
    },
    answer: {
      written: true,
      properties: { created: 0, changed: 0, unchanged: 0 },
      allotments: { created: 31, changed: 0 },
      rates: { created: 0, changed: 0 },
      exceeded: [],
      warnings: [
        {
          line: 2,
          message: 'Not sold: DBL, 2 adults on 2027-07-01 and 30 more nights: no plan has a price.',
        },
      ],
    },
  },
});
