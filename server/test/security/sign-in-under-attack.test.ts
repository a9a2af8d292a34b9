/** Tests floods of sign-in attempts against the running service, with attackers at one address and users at another. */
import { Agent, request as httpRequest } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../people.ts';
import { testApp } from '../test-app.ts';

const ATTACKER = '127.0.0.2';
const PERSON = '127.0.0.1';
const WRONG = 'a guess at the password';

interface Attempt {
  status: number;
  retryAfter: number;
  code: string | undefined;
  /** `name=value` for each cookie in the response. */
  cookies: string[];
}

interface Sender {
  from: string;
  cookies?: readonly string[];
}

const agents = new Map<string, Agent>();

const app = await testApp();
afterAll(async () => {
  for (const agent of agents.values()) agent.destroy();
  await app.close();
});

function agentOf(localAddress: string): Agent {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, localAddress });
  agents.set(localAddress, agent);
  return agent;
}

function send(name: string, input: object, { from, cookies = [] }: Sender): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      origin: app.dashboardUrl,
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
    };
    const request = httpRequest(
      `${app.dashboardUrl}/api/v1/${name}`,
      { method: 'POST', agent: agentOf(from), headers },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { error } = JSON.parse(Buffer.concat(chunks).toString()) as { error?: { code: string } };
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: Number(response.headers['retry-after']),
            code: error?.code,
            cookies: (response.headers['set-cookie'] ?? []).map(cookie => cookie.split(';')[0] as string),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify(input));
  });
}

const signIn = (email: string, password: string, sender: Sender) =>
  send('session/sign-in', { email, password }, sender);

/** Creates an account and returns the cookies of its browser. */
async function createPerson(email: string): Promise<string[]> {
  const { json } = await app.operate('session/create-link', { role: 'developer' });
  const token = new URL(json.url).hash.slice(1);
  const person = { token, name: 'Ana', email, password: PASSWORD };
  const { status, cookies } = await send('session/sign-up', person, { from: PERSON });
  expect(status).toBe(200);
  return cookies;
}

/**
 * Repeats attacks in `loops` concurrent loops until the work is done. Returns every response that the attackers
 * received.
 */
async function underAttack(
  { loops, attack }: { loops: number; attack: (loop: number, round: number) => Promise<Attempt> },
  work: () => Promise<void>,
): Promise<Attempt[]> {
  let isOver = false;
  const responses: Attempt[] = [];
  const attackers = Array.from({ length: loops }, async (_, loop) => {
    for (let round = 0; !isOver; round++) {
      responses.push(await attack(loop, round));
      // The attackers share this process with the service. Without a pause, they would block its event loop.
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  });
  try {
    await expect.poll(() => responses.length, { timeout: 20_000 }).toBeGreaterThan(loops / 2);
    await work();
  } finally {
    isOver = true;
    await Promise.all(attackers);
  }
  return responses;
}

/**
 * Every rejection means either that a password was checked (401) or that the queue is full (429 with `Retry-After`).
 */
function expectFairRefusals(responses: readonly Attempt[]): void {
  const statuses = new Set(responses.map(({ status }) => status));
  expect([...statuses].toSorted()).toEqual([401, 429]);
  for (const { status, code, retryAfter } of responses) {
    if (status !== 429) continue;
    expect(code).toBe('RATE_LIMIT_EXCEEDED');
    expect(retryAfter).toBeGreaterThanOrEqual(1);
  }
}

describe('attackers who try random email addresses', () => {
  it('all sign-ins from another address succeed while attackers try random email addresses', async () => {
    const email = 'random@example.com';
    await createPerson(email);
    const statuses: number[] = [];
    const responses = await underAttack(
      {
        loops: 120,
        attack: (loop, round) => signIn(`guess-${loop}-${round}@example.com`, WRONG, { from: ATTACKER }),
      },
      async () => {
        for (let i = 0; i < 3; i++) {
          statuses.push((await signIn(email, PASSWORD, { from: PERSON })).status);
        }
      },
    );
    expect(statuses).toEqual(new Array(3).fill(200));
    expectFairRefusals(responses);
  }, 180_000);

  it("a known device at the attackers' address can sign in while they try random email addresses", async () => {
    const email = 'neighbour@example.com';
    const cookies = await createPerson(email);
    const device = cookies.filter(cookie => cookie.startsWith('serai_device='));
    const statuses: number[] = [];
    await underAttack(
      {
        loops: 120,
        attack: (loop, round) => signIn(`near-${loop}-${round}@example.com`, WRONG, { from: ATTACKER }),
      },
      async () => {
        for (let i = 0; i < 2; i++) {
          statuses.push((await signIn(email, PASSWORD, { from: ATTACKER, cookies: device })).status);
        }
      },
    );
    expect(statuses).toEqual(new Array(2).fill(200));
  }, 180_000);
});

describe('attackers who guess one password', () => {
  it('a known device and a device at another address can sign in while attackers guess the password, and a correct password is never reported as wrong', async () => {
    const email = 'target@example.com';
    const cookies = await createPerson(email);
    const device = cookies.filter(cookie => cookie.startsWith('serai_device='));
    const known: number[] = [];
    const fresh: number[] = [];
    const neighbours: number[] = [];
    const responses = await underAttack(
      { loops: 60, attack: () => signIn(email, WRONG, { from: ATTACKER }) },
      async () => {
        for (let i = 0; i < 5; i++) {
          known.push((await signIn(email, PASSWORD, { from: ATTACKER, cookies: device })).status);
          neighbours.push((await signIn(email, PASSWORD, { from: ATTACKER })).status);
        }
        for (let i = 0; i < 2; i++) fresh.push((await signIn(email, PASSWORD, { from: PERSON })).status);
      },
    );
    expect(known).toEqual(new Array(5).fill(200));
    expect(fresh).toEqual([200, 200]);
    // Without a device cookie and from the attackers' address, a sign-in may be delayed but is never reported as wrong.
    expect(neighbours).not.toContain(401);
    expect(neighbours).not.toContain(503);
    expectFairRefusals(responses);
  }, 180_000);
});
