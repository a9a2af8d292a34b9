import { expect, it } from 'vitest';
import { browserName } from './sessions.tsx';

const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM}`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Edg/140.0.0.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36', 'Chrome on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['curl/8.9.1', 'curl'],
  [null, 'Unknown browser'],
])('the session list shows the user agent %s as %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
