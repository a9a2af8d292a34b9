/** Renders the summary at the end of `npm test`. */
import { readFileSync } from 'node:fs';

/** @typedef {{ file: string, name: string, reason?: string | undefined }} SkippedTest */
/** @typedef {{ file: string, name?: string | undefined, error: string }} Failure */
/** @typedef {{ files: string[], passed: number, failures: Failure[], repeated: Failure[], skipped: SkippedTest[] }} TestReport */

const SHOWN_A_FILE = 5;

/**
 * @param {string} path
 * @returns {TestReport | undefined} undefined if the run ended before it wrote a report
 */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {TestReport | undefined} first
 * @param {TestReport | undefined} second
 * @returns {TestReport | undefined} undefined if either report is missing
 */
export function addReports(first, second) {
  if (first === undefined || second === undefined) return undefined;
  return {
    files: [...first.files, ...second.files],
    passed: first.passed + second.passed,
    failures: [...first.failures, ...second.failures],
    repeated: [...first.repeated, ...second.repeated],
    skipped: [...first.skipped, ...second.skipped],
  };
}

/** @param {SkippedTest[]} skipped */
function renderSkipped(skipped) {
  /** @type {Map<string, SkippedTest[]>} */
  const byFile = new Map();
  for (const test of skipped) byFile.set(test.file, [...(byFile.get(test.file) ?? []), test]);
  const lines = [`SKIPPED: ${skipped.length} tests in ${byFile.size} files did not run`];
  for (const [file, tests] of byFile) {
    lines.push(`  ${file}`);
    for (const { name, reason } of tests.slice(0, SHOWN_A_FILE)) {
      lines.push(`    ${name}${reason === undefined ? '' : `: ${reason}`}`);
    }
    if (tests.length > SHOWN_A_FILE) lines.push(`    and ${tests.length - SHOWN_A_FILE} more`);
  }
  return [...lines, ''];
}

/**
 * @param {string} title
 * @param {Failure[]} failures
 */
function renderFailures(title, failures) {
  const lines = failures.map(({ file, name, error }) => {
    const where = name === undefined ? file : `${file} > ${name}`;
    return `  ${where}\n    ${error.trimEnd().replaceAll('\n', '\n    ')}`;
  });
  return [title, ...lines, ''];
}

/** @param {TestReport | undefined} report */
export function renderReport(report) {
  if (report === undefined) return 'The tests ended without a result. See the output above.';
  const { passed, failures, repeated, skipped } = report;
  const counts = `${passed} passed, ${failures.length} failed, ${skipped.length} skipped`;
  return [
    ...(skipped.length > 0 ? renderSkipped(skipped) : []),
    ...(repeated.length > 0 ? renderFailures('FAILED AT FIRST, then passed:', repeated) : []),
    ...(failures.length > 0 ? renderFailures('FAILED:', failures) : []),
    counts,
  ].join('\n');
}
