import { describe, expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

describe('plain text', () => {
  test.each([
    ['Standard Room, 2 Double Beds', 'Standard Room, 2 Double Beds'],
    ['  Two   spaces\t', 'Two spaces'],
    ['<p><strong>Quiet</strong><br/>By the sea</p>', 'Quiet\nBy the sea'],
    ['Open until <b>23:00</b>.', 'Open until 23:00.'],
    ['<td>One</td><td>Two</td>', 'One Two'],
    ['Bar &amp; Grill&nbsp;&#8364;5 &#x1F600;', 'Bar & Grill €5 😀'],
    ['before<script>alert(1)</script>after', 'before after'],
    ['an <img src=x onerror=alert(1)', 'an'],
    ['&lt;b&gt; stays text', '<b> stays text'],
    ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
    ['hidden\u202Eorder\u200B', 'hidden order'],
    ['&unknown; &#0;', '&unknown;'],
    ['half of a \uD83D character', 'half of a character'],
  ])('plainText converts %j to %j', (text, expected) => {
    expect(plainText(text, 200)).toBe(expected);
  });

  test('plainText cuts a long text between characters', () => {
    expect(plainText('abc def', 4)).toBe('abc');
    expect(plainText('ab😀', 3)).toBe('ab');
  });
});
