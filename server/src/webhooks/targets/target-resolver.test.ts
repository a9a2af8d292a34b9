import { expect, it } from 'vitest';
import { targetPolicy } from './target-policy.ts';
import { checkTarget, resolveTarget, TargetRefused } from './target-resolver.ts';

const URL_OF_NAME = 'https://hooks.example.com/';

function checks(answers: (string[] | Error)[], listed: string[] = []) {
  const asked: string[] = [];
  const resolve = (how: string) => async (name: string) => {
    asked.push(`${how} ${name}`);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer ?? [];
  };
  const resolver = { public: resolve('public'), system: resolve('system') };
  return { policy: targetPolicy(listed, [443]), resolver, asked };
}

it('every address that the name of a webhook target resolves to must be public', async () => {
  expect(
    await checkTarget(URL_OF_NAME, 'sandbox', checks([['93.184.216.34', '2606:4700::1']])),
  ).toBeUndefined();
  for (const bad of [
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    '169.254.169.254',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ]) {
    const reason = await checkTarget(URL_OF_NAME, 'sandbox', checks([['93.184.216.34', bad]]));
    expect(reason).toMatch(/^hooks.example.com resolves to an address that is not public/);
    expect(reason).not.toContain(bad);
  }
});

it('a target name that was allowed when the endpoint was created is checked again before each attempt', async () => {
  const rebinding = checks([['93.184.216.34'], ['127.0.0.1']]);
  expect(await checkTarget(URL_OF_NAME, 'sandbox', rebinding)).toBeUndefined();
  await expect(resolveTarget('hooks.example.com', 'sandbox', rebinding)).rejects.toThrow(TargetRefused);
});

it('a target name that does not resolve yet is accepted for an endpoint, but gets no deliveries', async () => {
  const silent = checks([new Error('ENOTFOUND')]);
  expect(await checkTarget(URL_OF_NAME, 'sandbox', silent)).toBeUndefined();
  await expect(resolveTarget('hooks.example.com', 'sandbox', silent)).rejects.toThrow('does not resolve');
});

it('the name in a rejected target URL is not resolved', async () => {
  const unasked = checks([['93.184.216.34']]);
  expect(await checkTarget('https://localhost/', 'sandbox', unasked)).toMatch(/internal name/);
  expect(await checkTarget('https://127.0.0.1/', 'sandbox', unasked)).toMatch(/not public/);
  expect(unasked.asked).toEqual([]);
});

it('an allowed target name is resolved by the system resolver and may have a private address, but not a metadata address', async () => {
  const listed = checks([['10.0.0.7']], ['receiver']);
  expect(await checkTarget('http://receiver:3000/', 'sandbox', listed)).toBeUndefined();
  expect(listed.asked).toEqual(['system receiver']);
  expect(
    await checkTarget('http://receiver/', 'sandbox', checks([['169.254.169.254']], ['receiver'])),
  ).toMatch(/not public/);
});
