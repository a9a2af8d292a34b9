/** A Vitest reporter that also records which files were run and why tests were skipped. */
import { writeFileSync } from 'node:fs';

/** @typedef {import('vitest/node').TestModule} TestModule */

export default class SkipReporter {
  /**
   * @param {ReadonlyArray<TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {import('./test-report.mjs').TestReport} */
    const report = { files: [], passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      report.files.push(module.relativeModuleId);
      let failed = 0;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') report.passed += 1;
        else if (result.state === 'failed') failed += 1;
        else {
          const reason = result.state === 'skipped' ? result.note : 'did not run';
          report.skipped.push({ file: module.relativeModuleId, name: test.fullName, reason });
        }
      }
      // A file that cannot be loaded or whose hooks fail has failed, even if none of its tests ran.
      report.failed += failed || (module.state() === 'failed' ? 1 : 0);
    }
    const path = process.env.SERAI_TEST_REPORT;
    if (path !== undefined) writeFileSync(path, JSON.stringify(report));
  }
}
