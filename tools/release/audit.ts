/**
 * `npm run audit`: queries the registry for known vulnerabilities in the packages that an installation runs, without
 * development dependencies. Exits with 1 if one is high or critical, and with 2 if the registry could not be reached.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const { stdout, stderr } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});

interface Report {
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>;
  message?: string;
}

const report = readReport(stdout);
if (report.metadata === undefined) {
  console.error(
    `Unknown vulnerabilities: the registry could not be reached. ${report.message ?? stderr.trim()}`,
  );
  process.exitCode = 2;
} else {
  const { high = 0, critical = 0, total = 0 } = report.metadata.vulnerabilities;
  for (const [name, { severity, range, fixAvailable }] of Object.entries(report.vulnerabilities ?? {})) {
    console.log(`${severity} ${name} ${range}${fixAvailable ? ' (a fix is available)' : ''}`);
  }
  console.log(`${total} known vulnerabilities, ${high + critical} of them high or critical`);
  process.exitCode = high + critical > 0 ? 1 : 0;
}

function readReport(text: string): Report {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
