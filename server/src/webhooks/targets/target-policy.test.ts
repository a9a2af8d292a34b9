import { describe, expect, it } from 'vitest';
import { checkTargetUrl, mayCallAddress, targetPolicy } from './target-policy.ts';

const PORTS = [443, 8443];
const strict = targetPolicy([], PORTS);
const lenient = targetPolicy(
  ['127.0.0.0/8', '10.1.0.0/16', 'fd12::/16', 'receiver', 'hooks.internal', '169.254.7.7', '0.0.0.0/0'],
  PORTS,
);

describe('an empty list of allowed targets', () => {
  it.each(['sandbox', 'production'] as const)(
    'the %s environment allows public addresses over https',
    environment => {
      for (const url of [
        'https://hooks.example.com/serai?x=1',
        'https://hooks.example.com:8443/',
        'https://HOOKS.example.com./',
        'https://93.184.216.34/',
        'https://[2606:4700:4700::1111]/',
        'https://[64:ff9b::5db8:d822]/',
      ]) {
        expect(checkTargetUrl(url, environment, strict), url).toBeUndefined();
      }
    },
  );

  it.each([
    [
      'every spelling of loopback',
      [
        'https://127.0.0.1/',
        'https://127.1/',
        'https://127.0.0.1./',
        'https://2130706433/',
        'https://0x7f000001/',
        'https://0x7f.1/',
        'https://0177.0.0.1/',
        'https://0177.0x0.1/',
        'https://１２７.０.０.１/',
        'https://127。0。0。1/',
        'https://①②⑦.0.0.1/',
        'https://%31%32%37.0.0.1/',
        'https://[::1]/',
        'https://[0:0:0:0:0:0:0:1]/',
        'https://[::ffff:127.0.0.1]/',
        'https://[::ffff:7f00:1]/',
        'https://[::127.0.0.1]/',
        'https://[64:ff9b::127.0.0.1]/',
        'https://[64:ff9b:1::127.0.0.1]/',
        'https://[2002:7f00:1::]/',
      ],
    ],
    [
      'unspecified, private, shared and unique local',
      [
        'https://0.0.0.0/',
        'https://0/',
        'https://[::]/',
        'https://10.0.0.1/',
        'https://172.16.0.1/',
        'https://192.168.0.1/',
        'https://3232235521/',
        'https://100.64.0.1/',
        'https://[fc00::1]/',
        'https://[fd00::1]/',
        'https://[::ffff:192.168.0.1]/',
        'https://[2002:a00:1::]/',
        'https://[2001:0:a00:1::f5ff:fffe]/',
      ],
    ],
    [
      'link-local and metadata',
      [
        'https://169.254.169.254/latest/meta-data/',
        'https://0xa9fea9fe/',
        'https://[fe80::1]/',
        'https://[fd00:ec2::254]/',
        'https://[::ffff:169.254.169.254]/',
        'https://[64:ff9b::a9fe:a9fe]/',
        'https://168.63.129.16/',
        'https://192.0.0.192/',
      ],
    ],
    [
      'multicast, broadcast, reserved',
      [
        'https://224.0.0.1/',
        'https://255.255.255.255/',
        'https://[ff02::1]/',
        'https://240.0.0.1/',
        'https://198.18.0.1/',
        'https://192.0.2.1/',
        'https://[2001:db8::1]/',
      ],
    ],
  ])('the target policy rejects %s addresses', (_, urls) => {
    for (const url of urls) {
      for (const environment of ['sandbox', 'production'] as const) {
        expect(checkTargetUrl(url, environment, strict), url).toMatch(/^The address is not public/);
      }
    }
  });

  it.each([
    'https://localhost/',
    'https://LOCALHOST./',
    'https://receiver/',
    'https://metadata.google.internal/',
    'https://hooks.internal./',
    'https://hooks.internal../',
    'https://printer.local/',
    'https://a.localhost/',
    'https://nas.home.arpa/',
  ])('the target policy rejects the internal name %s', url => {
    expect(checkTargetUrl(url, 'sandbox', strict)).toContain('is an internal name');
  });

  it.each([
    ['http://hooks.example.com/', 'production', /Only https URLs are allowed in production/],
    ['http://hooks.example.com/', 'sandbox', /Plain http/],
    ['http://127.0.0.1:3000/', 'sandbox', /Plain http/],
    ['ftp://hooks.example.com/', 'sandbox', /Only https/],
    ['file:///etc/passwd', 'sandbox', /Only https/],
    ['https://user@hooks.example.com/', 'sandbox', /user name/],
    ['https://:secret@hooks.example.com/', 'sandbox', /user name/],
    ['https://hooks.example.com/#', 'sandbox', /fragment/],
    ['https://hooks.example.com/#top', 'sandbox', /fragment/],
    ['https://hooks.example.com:22/', 'sandbox', /Port 22 is not allowed\. Allowed ports: 443, 8443/],
    ['https://hooks.example.com:80/', 'production', /Port 80/],
    ['https://1.2.3.4.5/', 'sandbox', /not a valid URL/],
    ['https://[fe80::1%25eth0]/', 'sandbox', /not a valid URL/],
    ['hooks', 'sandbox', /not a valid URL/],
  ] as const)('the target policy rejects %s in %s', (url, environment, reason) => {
    expect(checkTargetUrl(url, environment, strict)).toMatch(reason);
  });
});

describe('with allowed targets', () => {
  it('the sandbox accepts allowed webhook targets over http and on any port', () => {
    for (const url of [
      'http://127.0.0.1:3000/hook',
      'http://[::ffff:127.0.0.1]:3000/hook',
      'http://receiver:9000/',
      'http://hooks.internal./',
      'https://10.1.2.3:9443/',
      'http://[fd12::7]/',
    ]) {
      expect(checkTargetUrl(url, 'sandbox', lenient), url).toBeUndefined();
    }
  });

  it('production accepts allowed webhook targets over https on the allowed ports, but never its own machine', () => {
    expect(checkTargetUrl('https://10.1.2.3/', 'production', lenient)).toBeUndefined();
    expect(checkTargetUrl('https://receiver:8443/', 'production', lenient)).toBeUndefined();
    expect(checkTargetUrl('http://10.1.2.3/', 'production', lenient)).toMatch(
      /Only https URLs are allowed in production/,
    );
    expect(checkTargetUrl('https://10.1.2.3:9443/', 'production', lenient)).toMatch(/Port 9443/);
    expect(checkTargetUrl('https://127.0.0.1/', 'production', lenient)).toMatch(/not public/);
    expect(checkTargetUrl('https://169.254.7.7/', 'production', lenient)).toMatch(/not public/);
  });

  it('multicast, broadcast and unspecified addresses are never allowed as webhook targets', () => {
    for (const url of ['https://0.0.0.0/', 'https://224.0.0.1/', 'https://255.255.255.255/']) {
      expect(checkTargetUrl(url, 'sandbox', lenient), url).toMatch(/not public/);
    }
  });

  it('an allowed target name may resolve to a private address, but not to a link-local, multicast, unspecified or reserved address', () => {
    const named = targetPolicy(['receiver'], PORTS);
    const may = (address: string) => mayCallAddress(address, 'receiver', 'sandbox', named);
    expect(['10.0.0.9', '127.0.0.1', '::1', '100.64.0.1', 'fd00::1'].map(may)).toEqual(Array(5).fill(true));
    expect(['169.254.169.254', 'fe80::1', '224.0.0.1', '0.0.0.0', '198.18.0.1'].map(may)).toEqual(
      Array(5).fill(false),
    );
    expect(mayCallAddress('10.0.0.9', 'other.example.com', 'sandbox', named)).toBe(false);
  });
});
