import { expect, it } from 'vitest';
import { shareTone } from './error-share.tsx';

it('the error rate has the colour of the health: yellow if degraded, red if down', () => {
  const tone = (level: 'OK' | 'DEGRADED' | 'DOWN', errors = 45) => shareTone({ errors, level });
  expect([tone('OK'), tone('DEGRADED'), tone('DOWN')]).toEqual(['plain', 'warn', 'bad']);
  expect(tone('DOWN', 0)).toBe('plain');
});
