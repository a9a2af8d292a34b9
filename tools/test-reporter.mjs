/** A Vitest reporter that records which files were run, why tests failed, were repeated or were skipped. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {{ message: string, VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }} UnhandledError */

export default class SkipReporter {
  /**
   * @param {ReadonlyArray<TestModule>} modules
   * @param {ReadonlyArray<UnhandledError>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {import('./test-report.mjs').TestReport} */
    const report = { files: [], passed: 0, failures: [], repeated: [], skipped: [] };
    for (const { message, VITEST_TEST_PATH: path, VITEST_TEST_NAME: name } of unhandledErrors) {
      const file = path === undefined ? 'outside tests' : relative(process.cwd(), path);
      report.failures.push({
        file,
        name: `outside its tests${name ? `, after "${name}"` : ''}`,
        error: message,
      });
    }
    for (const module of modules) {
      const file = module.relativeModuleId;
      report.files.push(file);
      const before = report.failures.length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') {
          report.passed += 1;
          if (test.diagnostic()?.flaky)
            report.repeated.push({ file, name: test.fullName, error: messages(result.errors ?? []) });
        } else if (result.state === 'failed') {
          report.failures.push({ file, name: test.fullName, error: messages(result.errors) });
        } else {
          const reason = result.state === 'skipped' ? result.note : 'did not run';
          report.skipped.push({ file, name: test.fullName, reason });
        }
      }
      // A file that cannot be loaded or whose hooks fail has failed, even if none of its tests ran.
      if (module.state() === 'failed' && report.failures.length === before) {
        report.failures.push({ file, error: messages(module.errors()) });
      }
    }
    const path = process.env.SERAI_TEST_REPORT;
    if (path !== undefined) writeFileSync(path, JSON.stringify(report));
  }
}

/** @param {ReadonlyArray<{ message: string }>} errors */
function messages(errors) {
  return errors.map(({ message }) => message).join('\n');
}
