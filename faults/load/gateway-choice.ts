/**
 * Chooses a gateway for each request, as a load balancer would. After a failure, the gateway is avoided for a
 * while.
 */
import type { SeededRandom } from '../../server/test/simulation/chance/seeded-random.ts';

const AVOIDED_MS = 2_000;

export interface GatewayChoice {
  choose(random: SeededRandom, not?: string): string;
  failed(url: string): void;
  all: readonly string[];
}

export function gatewayChoice(urls: readonly string[]): GatewayChoice {
  const avoidedUntilMs = new Map<string, number>();
  return {
    all: urls,
    choose(random, not) {
      const nowMs = performance.now();
      const good = urls.filter(url => (avoidedUntilMs.get(url) ?? 0) < nowMs);
      const others = good.filter(url => url !== not);
      return random.pick([others, good, urls].find(list => list.length > 0) ?? urls);
    },
    failed: url => void avoidedUntilMs.set(url, performance.now() + AVOIDED_MS),
  };
}
