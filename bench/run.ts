/**
 * Runs benchmarks one after another, each in a separate process: all of them, or those with the given names or
 * areas. `--write` stores their output in docs/performance.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { replaceSection, withSummary } from './performance-page.ts';

const PAGE = new URL('../docs/performance.md', import.meta.url);
const BENCHMARKS = [
  { area: 'gateway', name: 'one-process', file: 'gateway/one-process.ts' },
  { area: 'gateway', name: 'cores', file: 'gateway/cores.ts' },
  { area: 'gateway', name: 'forwarding', file: 'gateway/forwarding.ts' },
  { area: 'gateway', name: 'compression', file: 'gateway/compression.ts' },
  { area: 'gateway', name: 'many-keys', file: 'gateway/many-keys.ts' },
  { area: 'gateway', name: 'limiter', file: 'limiter.ts' },
  { area: 'gateway', name: 'records', file: 'records.ts' },
  { area: 'places', name: 'places', file: 'places.ts' },
  { area: 'places', name: 'shipped-places', file: 'places/shipped-places.ts' },
  { area: 'places', name: 'import-places', file: 'import-places.ts' },
  { area: 'places', name: 'first-start', file: 'first-start.ts' },
  { area: 'catalogue', name: 'import-hotels', file: 'import-hotels.ts' },
  { area: 'places', name: 'place-search', file: 'gateway/place-search.ts' },
  { area: 'booking', name: 'own-inventory', file: 'booking/own-inventory.ts' },
  { area: 'booking', name: 'booking-writes', file: 'booking/booking-writes.ts' },
  { area: 'booking', name: 'ledger', file: 'booking/ledger.ts' },
  { area: 'booking', name: 'reports', file: 'booking/reports.ts' },
  { area: 'booking', name: 'availability', file: 'booking/availability.ts' },
  { area: 'booking', name: 'search-cost', file: 'booking/search-cost.ts' },
  { area: 'booking', name: 'supplier-mapping', file: 'suppliers/supplier-mapping.ts' },
  { area: 'pricing', name: 'rules-per-offer', file: 'pricing/rules-per-offer.ts' },
  { area: 'pricing', name: 'search-with-rules', file: 'pricing/search-with-rules.ts' },
  { area: 'mapping', name: 'mapping', file: 'mapping/mapping.ts' },
  { area: 'webhooks', name: 'webhooks', file: 'webhooks/webhooks.ts' },
  { area: 'limits', name: 'cost', file: 'limits/cost.ts' },
  { area: 'limits', name: 'growth', file: 'limits/growth.ts' },
  { area: 'limits', name: 'scaling', file: 'limits/scaling.ts' },
  { area: 'limits', name: 'overload', file: 'overload/overload.ts' },
  { area: 'dashboard', name: 'dashboard', file: 'dashboard/dashboard.ts' },
  { area: 'dashboard', name: 'revenue-grid', file: 'dashboard/revenue-grid.ts' },
];

const wanted = process.argv.slice(2).filter(argument => argument !== '--write');
const unknown = wanted.filter(word => !BENCHMARKS.some(({ area, name }) => word === area || word === name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}. Available:`);
  for (const { area, name } of BENCHMARKS) console.error(`  ${area.padEnd(10)} ${name}`);
  process.exitCode = 1;
} else {
  for (const { area, name, file } of BENCHMARKS) {
    if (wanted.length > 0 && !wanted.includes(area) && !wanted.includes(name)) continue;
    const { code, output } = await runBenchmark(file);
    if (code !== 0) process.exitCode = 1;
    else if (process.argv.includes('--write')) await writeResult(name, output);
  }
}

async function runBenchmark(file: string): Promise<{ code: number; output: string }> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Stores the output in the benchmark's section of docs/performance.md, and its aims in the table at the top. */
async function writeResult(name: string, output: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const text = `${output.trim()}\n\n${circumstances(name)}`;
  await writeFile(PAGE, withSummary(replaceSection(page, name, text)));
}

function circumstances(name: string): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg()[2]?.toFixed(1);
  return (
    `\`npm run bench -- ${name}\` on ${day}: ${cpus().length} × ${cpu?.model}, ${gigabytes} GiB, ` +
    `Linux ${release()}, Node ${process.version}; load average of the last 15 minutes ${load}.`
  );
}
