import { expect, it } from 'vitest';
import { withoutSecret } from './api-keys-page.tsx';

it('a key that is pasted into the search is found without its secret', () => {
  const start = 'serai_live_4Zk81mQpXr2T';
  for (const pasted of [
    `${start}_h7Qd0123456789`,
    `${start}_h7Qd…`,
    `Authorization: ApiKey ${start}_h7Qd01`,
    start,
  ])
    expect(withoutSecret(pasted)).toBe(pasted.includes('_h7Qd') ? start : pasted);
  for (const typed of ['Web shop', 'serai_li', '4Zk8', 'my_key_name'])
    expect(withoutSecret(typed)).toBe(typed);
});
