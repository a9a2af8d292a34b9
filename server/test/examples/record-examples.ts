/**
 * Records every example in the API documentation from the current sandbox. The same responses produce the same text.
 */
import { exampleApp } from './example-app.ts';
import { recordErrors } from './record-errors.ts';
import { recordEvents } from './record-events.ts';
import { recordOperations } from './record-operations.ts';
import { recordOtherEvents } from './record-other-events.ts';
import { stableValues } from './stable-values.ts';

const HOUR_MS = 3_600_000;

/** Returns the name and content of each file in contract/src/generated/examples. */
export async function recordExamples(): Promise<Map<string, unknown>> {
  const app = await exampleApp();
  try {
    const operations = await recordOperations(app);
    const errors = await recordErrors(app);
    const others = await recordOtherEvents(app);
    await app.pass(HOUR_MS - (app.nowMs() % HOUR_MS));
    const events = await recordEvents(app, others);
    const stable = stableValues();
    const files: [string, unknown][] = [
      ...operations,
      ['errors', Object.fromEntries(errors)],
      ['events', Object.fromEntries(events)],
    ];
    return new Map(files.map(([name, value]) => [name, stable.of(name, value)]));
  } finally {
    await app.close();
  }
}
