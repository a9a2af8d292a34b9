/** Runs the tests of the Python SDK where Python is installed. See sdk-python/README.md. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { scenarioHotelId } from '../../contract/src/booking/sandbox/scenario-hotels.ts';
import { type BookingApp, bookingApp } from '../../server/test/booking-app.ts';
import { PACKAGE, type PythonEnvironment, pythonEnvironment } from './python-environment.ts';

let found: PythonEnvironment | string;
let app: BookingApp | undefined;
beforeAll(async () => {
  found = await pythonEnvironment();
});
afterAll(() => app?.close());

/** Skips the test with the reason if this machine has no Python, or cannot install the packages. */
function python({ skip }: TestContext): PythonEnvironment {
  if (typeof found === 'string') return skip(found);
  return found;
}

test('the Python SDK passes every case of the conformance table and its own tests', async context => {
  const { code, out } = await python(context).run(['-m', 'pytest', '-q', '-p', 'no:cacheprovider']);
  expect(out).toMatch(/\d{3} passed in/);
  expect([code, /skipped|failed|error/.exec(out)]).toEqual([0, null]);
});

test('a Python program searches, books, waits and cancels', async context => {
  const environment = python(context);
  app ??= await bookingApp();
  const { code, out, err } = await environment.run(['tests/journey.py'], {
    SERAI_API_KEY: app.key,
    SERAI_BASE_URL: app.app.interfaceUrl as string,
    HOTEL_ID: scenarioHotelId('ok'),
    SLOW_HOTEL_ID: scenarioHotelId('book.timeout_then_confirmed'),
  });
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toEqual({
    created: [200, 'CONFIRMED', false, true],
    again: [true, true],
    read: ['CONFIRMED', 2, ['booking.pending', 'booking.confirmed']],
    listed: [true],
    walked: 1,
    changed: 1,
    voucher: true,
    quoted: [true, '0.00', 'CONFIRMED'],
    async: ['CONFIRMED', true],
    cancelled: ['CANCELLED', '0.00'],
    settled: 'CANCELLED',
    since: ['CANCELLED'],
    open: [202, 'PENDING'],
    closed: 'CONFIRMED',
    conflict: 'duplicate_client_reference true',
    utc: 'UTC',
    limit: 10_000_000,
    event: 'webhook.ping',
  });
});

test('the programs in the README of the Python SDK run against a started service', async context => {
  const environment = python(context);
  app ??= await bookingApp();
  const text = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const programs = [...text.matchAll(/^```python\n([\s\S]*?)^```/gm)].map(([, code]) => code);
  expect(programs.length).toBeGreaterThan(5);
  // The scenario hotels are not in the place index, so the search names one of them.
  const code = programs
    .join('\n')
    .replace(/^places = .*\n/m, '')
    .replace(/destination=\{.*\}/, `hotelIds=["${scenarioHotelId('ok')}"]`);
  const { code: status, err } = await environment.run(['-c', code], {
    SERAI_API_KEY: app.key,
    SERAI_BASE_URL: app.app.interfaceUrl as string,
  });
  expect([err, status]).toEqual(['', 0]);
});

test('mypy accepts the Python SDK and finds the mistakes in a program that uses it', async context => {
  const { code, out } = await python(context).run([
    ...['-m', 'mypy', '--cache-dir', join(PACKAGE, '../.cache/mypy')],
    ...['src', 'tests/typed_program.py', 'tests/journey.py'],
  ]);
  expect([out, code]).toEqual([expect.stringMatching(/^Success: no issues found/), 0]);
});

// Pyright downloads a Node package and takes longer than all other tests of this file.
test.runIf(process.env.SERAI_PYRIGHT)('pyright accepts the Python SDK', async context => {
  const { python: path, run } = python(context);
  const { code, out } = await run(['-m', 'pyright', '--pythonpath', path, 'src', 'tests/typed_program.py']);
  expect([out, code]).toEqual([expect.stringContaining('0 errors'), 0]);
});

test('the wheel of the Python SDK contains only the package and works on its own', async context => {
  const { run } = python(context);
  const folder = await mkdtemp(join(tmpdir(), 'serai-wheel-'));
  try {
    const built = await run(['-m', 'build', '--wheel', '--no-isolation', '--outdir', folder, '.']);
    expect(built.code, built.err).toBe(0);
    const [wheel = ''] = await readdir(folder);
    expect(wheel).toMatch(/^serai-[\d.]+-py3-none-any\.whl$/);
    const list = [
      '-c',
      `import zipfile; print(*zipfile.ZipFile(${JSON.stringify(join(folder, wheel))}).namelist())`,
    ];
    const files = (await run(list)).out.trim().split(' ');
    expect(files.filter(file => !/^serai(\/|-[\d.]+\.dist-info\/)/.test(file))).toEqual([]);
    expect(files).toContain('serai/py.typed');
    const target = join(folder, 'installed');
    const install = ['install', '-q', '--no-deps', '--no-index', '--target', target, join(folder, wheel)];
    expect(await run(['-m', 'pip', ...install])).toMatchObject({ code: 0 });
    const program = 'import serai; print(serai.__file__, serai.__version__)';
    const { out } = await run(['-W', 'error', '-c', program], { PYTHONPATH: target });
    expect(out).toContain(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
