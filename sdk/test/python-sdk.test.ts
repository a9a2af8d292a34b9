/** Runs the tests of the Python SDK where Python is installed. See sdk-python/README.md. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test, vi } from 'vitest';
import { scenarioHotelId } from '../../contract/src/booking/sandbox/scenario-hotels.ts';
import { signalGroup, startProgram } from '../../e2e/child-process.ts';
import { freePort } from '../../server/test/free-port.ts';
import { type SearchApp, searchApp } from '../../server/test/search-app.ts';
import { repositoryRoot } from '../../tools/install.mjs';
import { SDK_VERSION } from '../src/client/request-headers.ts';
import { type SeraiEvent, webhooks } from '../src/serai.ts';
import { PACKAGE, type PythonEnvironment, pythonEnvironment } from './python-environment.ts';

const MODULES = ['httpx2', 'hatchling', 'mypy', 'pytest', 'trio'];
const TOOLS = ['pyright', 'ruff', 'standardwebhooks'];
/** `npm run python` sets it. Then every test must run, and none is skipped. */
const WITH_TOOLS = Boolean(process.env.SERAI_PYTHON_TOOLS);
const GUIDES = join(repositoryRoot, 'docs/guides');
const EXAMPLES = join(repositoryRoot, 'examples/python');

let found: PythonEnvironment | string;
let app: SearchApp;
let folder: string;
let wheel: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-python-'));
  found = WITH_TOOLS
    ? await pythonEnvironment('requirements-tools.txt', [...MODULES, ...TOOLS])
    : await pythonEnvironment('requirements-test.txt', MODULES);
  if (typeof found === 'string') {
    if (WITH_TOOLS) throw new Error(found);
    return;
  }
  [wheel, app] = await Promise.all([buildWheel(found), searchApp()]);
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

async function buildWheel({ run }: PythonEnvironment): Promise<string> {
  const { code, err } = await run(['-m', 'hatchling', 'build', '-t', 'wheel', '-d', folder]);
  if (code !== 0) throw new Error(err);
  return join(folder, (await readdir(folder)).find(name => name.endsWith('.whl')) ?? '');
}

/** Skips the test with the reason if this machine has no Python, or cannot install the packages. */
function python({ skip }: TestContext): PythonEnvironment {
  if (typeof found === 'string') return skip(found);
  return found;
}

const service = () => ({ SERAI_API_KEY: app.key, SERAI_BASE_URL: app.app.interfaceUrl as string });

test('the Python SDK and the TypeScript SDK have the same version', async () => {
  expect(await readFile(join(PACKAGE, 'src/serai/_version.py'), 'utf8')).toContain(`"${SDK_VERSION}"`);
});

test('a machine without Python is reported with what to do', async () => {
  vi.stubEnv('SERAI_PYTHON', join(folder, 'no-python'));
  const reason = await pythonEnvironment('requirements-test.txt', MODULES).finally(() => vi.unstubAllEnvs());
  expect(reason).toMatch(/^Python 3\.10 or later was not found\. .*SERAI_PYTHON/);
});

describe.concurrent('on a machine with Python', () => {
  test('the Python SDK passes every case of the conformance table and its own tests', async context => {
    const { code, out } = await python(context).run(['-m', 'pytest', '-q', '-p', 'no:cacheprovider']);
    expect(out).toMatch(/\d{3} passed/);
    expect([code, /skipped|failed|error/.exec(out)]).toEqual([0, null]);
  });

  test('a Python program searches, books, waits and cancels with the wheel', async context => {
    const { code, out, err } = await python(context).run(['tests/journey.py'], {
      paths: [wheel],
      env: {
        ...service(),
        HOTEL_ID: scenarioHotelId('ok'),
        SLOW_HOTEL_ID: scenarioHotelId('book.timeout_then_confirmed'),
      },
    });
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({
      package: expect.stringContaining('.whl'),
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

  test('the Python programs in the README and in the guides run against a started service', async context => {
    const { run } = python(context);
    const guides = await guidePrograms();
    expect(guides.length).toBeGreaterThan(4);
    const file = join(folder, 'programs.json');
    await writeFile(file, JSON.stringify([['README.md', await readmeProgram()], ...guides]));
    const { code, out, err } = await run(['tests/documents.py', file], { paths: [wheel], env: service() });
    expect([err, code]).toEqual(['', 0]);
    expect(out).toMatch(/^bkg_\w+ CONFIRMED req_\w+ False\n/m);
    expect(out).toMatch(/^409 DUPLICATE_CLIENT_REFERENCE bkg_\w+ req_\w+$/m);
    expect(out).toMatch(/^bkg_\w+ CONFIRMED [\d.]+ EUR\nCANCELLED [\d.]+ EUR$/m);
    expect(out).toMatch(/^RATE_LIMIT_EXCEEDED 429 retryable/m);
    expect(out).toMatch(/^WRONG_SECRET\n400$/m);
    expect(out).toMatch(/^settled CONFIRMED$/m);
  });

  test('the wheel of the Python SDK contains only the package, with its types', async context => {
    const program = `import zipfile; print(*zipfile.ZipFile(${JSON.stringify(wheel)}).namelist())`;
    const { out } = await python(context).run(['-c', program]);
    const files = out.trim().split(' ');
    expect(wheel).toMatch(/serai-[\d.]+-py3-none-any\.whl$/);
    expect(files.filter(file => !/^serai(\/.*\.(py|typed)$|-[\d.]+\.dist-info\/)/.test(file))).toEqual([]);
    expect(files).toContain('serai/py.typed');
  });
});

test('mypy in strict mode accepts the Python SDK and all programs, and finds the mistakes in a program that uses it', async context => {
  const { run } = python(context);
  const programs = [await readmeProgram(), ...(await guidePrograms()).map(([, code]) => code)];
  const files = programs.map((_, i) => join(folder, `program_${i}.py`));
  await Promise.all(programs.map((code, i) => writeFile(files[i] as string, code)));
  const cache = ['--cache-dir', join(repositoryRoot, '.cache/mypy')];
  // It imports a package that only `npm run python` installs.
  const exclude = WITH_TOOLS ? [] : ['--exclude', 'reference_signatures'];
  const { code, out } = await run(['-m', 'mypy', ...cache, ...exclude, 'src', 'tests', EXAMPLES, ...files]);
  expect([out, code]).toEqual([expect.stringMatching(/^Success: no issues found/), 0]);
});

test('importing the Python SDK does not create its generated classes, and an asynchronous client creates them before its first call', async context => {
  const program = `import sys, serai
from serai import webhooks
loaded = lambda: "serai._generated.types" in sys.modules
first = loaded()
serai.AsyncSerai("key", "https://serai.example")
print(first, loaded(), serai.types.Booking.__name__, "BookingConfirmedEvent" in str(webhooks.Event))`;
  const { out, err } = await python(context).run(['-c', program]);
  expect([out, err]).toEqual(['False True Booking True\n', '']);
});

// One after another, because a program in the guides cancels the newest booking.
describe('the examples in Python', () => {
  test('search_and_book.py books one offer per order and cancels it on request', async context => {
    const { run } = python(context);
    const book = (...args: string[]) =>
      run([join(EXAMPLES, 'search_and_book.py'), 'Barcelona', 'PYTHON-ORDER-1', ...args], {
        paths: [wheel],
        env: service(),
      });
    const first = await book();
    expect([first.code, first.err]).toEqual([0, '']);
    expect(first.out).toMatch(/^Offer: .*, [\d.]+ EUR\nBooking: \S+ CONFIRMED .+\n$/);
    // A second run finds the booking of the first one.
    const second = await book('--cancel');
    expect(second.out).toMatch(
      /^Booking: \S+ CONFIRMED .+\nCancelling costs 0\.00 EUR\.\nBooking: \S+ CANCELLED\n$/,
    );
    expect(/Booking: \S+/.exec(second.out)?.[0]).toBe(/Booking: \S+/.exec(first.out)?.[0]);
  });

  test('content_mirror.py stores the catalogue and continues where it stopped', async context => {
    const { run } = python(context);
    const file = join(folder, 'mirror.json');
    const mirror = () =>
      run([join(EXAMPLES, 'content_mirror.py'), file, '--once'], { paths: [wheel], env: service() });
    const first = await mirror();
    expect([first.code, first.err]).toEqual([0, '']);
    const stored = JSON.parse(await readFile(file, 'utf8'));
    expect(Object.keys(stored.hotels).length).toBeGreaterThan(10);
    expect(stored).toMatchObject({ since: expect.stringMatching(/Z$/), run: null });
    const second = await mirror();
    expect(second.out).toMatch(/^\d+ changes, \d+ hotels\n$/);
    expect(JSON.parse(await readFile(file, 'utf8')).hotels).toEqual(stored.hotels);
  });

  test('webhook_receiver.py stores each event once, keeps the newest state, and survives a restart', async context => {
    const { path, environment } = python(context);
    const secret = `whsec_${btoa('thirty-two bytes of your secret.')}`;
    const port = await freePort();
    const start = () =>
      startProgram(
        path,
        [...environment.args, join(EXAMPLES, 'webhook_receiver.py'), join(folder, 'events.jsonl')],
        {
          cwd: folder,
          env: {
            PATH: process.env.PATH,
            PYTHONPATH: [wheel, environment.pythonPath].join(delimiter),
            SERAI_WEBHOOK_SECRETS: secret,
            PORT: String(port),
          },
        },
      );
    const url = `http://127.0.0.1:${port}`;
    const post = async (event: object, key = secret) => {
      const { body, headers } = await webhooks.sign(event as SeraiEvent, key);
      return (await fetch(`${url}/webhooks`, { method: 'POST', body, headers })).status;
    };
    const state = async () => (await fetch(`${url}/bookings`)).json();
    const event = (version: number) => ({
      id: `evt_${version}`,
      type: 'booking.updated',
      timestamp: '2027-01-01T00:00:00Z',
      environment: 'sandbox',
      data: { booking: { bookingId: 'bkg_1', status: `S${version}`, version } },
    });
    let receiver = start();
    try {
      await expect.poll(() => receiver.out(), { timeout: 20_000 }).toContain('Receiving');
      expect([await post(event(2)), await post(event(1)), await post(event(2))]).toEqual([204, 204, 204]);
      expect(await post(event(3), `whsec_${btoa('another secret of thirty-two byt')}`)).toBe(400);
      const expected = { events: 2, bookings: [{ bookingId: 'bkg_1', status: 'S2', version: 2 }] };
      expect(await state()).toEqual(expected);
      signalGroup(receiver.child, 'SIGKILL');
      await receiver.ended;
      receiver = start();
      await expect.poll(() => receiver.out(), { timeout: 20_000 }).toContain('Receiving');
      expect(await state()).toEqual(expected);
    } finally {
      signalGroup(receiver.child, 'SIGKILL');
      await receiver.ended;
    }
  });
});

async function readmeProgram(): Promise<string> {
  return programsIn(await readFile(join(PACKAGE, 'README.md'), 'utf8')).join('\n');
}

async function guidePrograms(): Promise<[string, string][]> {
  const names = (await readdir(GUIDES, { recursive: true })).filter(name => name.endsWith('.md'));
  const texts = await Promise.all(names.map(name => readFile(join(GUIDES, name), 'utf8')));
  return texts.flatMap((text, i) => programsIn(text).map((code): [string, string] => [names[i] ?? '', code]));
}

const programsIn = (text: string) =>
  [...text.matchAll(/^```python\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);

describe('with further Python tools', () => {
  const withTools = (context: TestContext) =>
    WITH_TOOLS
      ? python(context)
      : context.skip('This test takes long and downloads packages. Run it with `npm run python`.');
  const PROGRAMS = ['tests/typed_program.py', 'tests/journey.py', 'tests/documents.py', EXAMPLES];

  test('pyright accepts the Python SDK in strict mode', async context => {
    const { run, path } = withTools(context);
    const { code, out } = await run(['-m', 'pyright', '--pythonpath', path, 'src', ...PROGRAMS]);
    expect([out, code]).toEqual([expect.stringContaining('0 errors'), 0]);
  });

  test('ruff reports no problem in the Python SDK', async context => {
    const { code, out } = await withTools(context).run(['-m', 'ruff', 'check', '--no-cache', 'src', 'tests']);
    expect([out, code]).toEqual(['All checks passed!\n', 0]);
  });

  test('the reference implementation of Standard Webhooks and the Python SDK accept the signatures of each other', async context => {
    const { code, out } = await withTools(context).run(['tests/reference_signatures.py']);
    expect([out, code]).toEqual(['ok\n', 0]);
  });

  test('the wheel installs into an empty environment and works there', async context => {
    const { run } = withTools(context);
    const empty = join(folder, 'empty');
    expect(await run(['-m', 'venv', empty])).toMatchObject({ code: 0 });
    const env = { HOTEL_ID: scenarioHotelId('ok'), SLOW_HOTEL_ID: scenarioHotelId('ok'), ...service() };
    const program = `import subprocess, sys
python = sys.argv[1] + "/bin/python"
subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", sys.argv[2]], check=True)
print(subprocess.run([python, "-W", "error", "tests/journey.py"], check=True, capture_output=True, text=True).stdout)`;
    const { code, out, err } = await run(['-c', program, empty, wheel], { env, paths: [] });
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ package: expect.stringContaining(empty), closed: 'CONFIRMED' });
  });
});
