import { expect, it } from 'vitest';
import { funnelSteps } from './funnel.tsx';

it('the funnel shows each step as a share of the previous step and of the largest step', () => {
  const steps = funnelSteps({ searches: 200, quotes: 50, bookings: 10, confirmed: 9 });
  expect(steps.map(({ share }) => share)).toEqual([1, 0.25, 0.05, 0.045]);
  expect(steps.map(({ passed }) => passed)).toEqual([null, 0.25, 0.2, 0.9]);
});

it('the funnel omits the share of the previous step if the count of that step is zero', () => {
  const [, quotes] = funnelSteps({ searches: 0, quotes: 4, bookings: 0, confirmed: 0 });
  expect(quotes).toMatchObject({ share: 1, passed: null });
});
