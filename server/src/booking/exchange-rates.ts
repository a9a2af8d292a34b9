/** What booking asks of the table of rates. */
import type { Environment } from '@serai/contract/shared/answer.ts';

export interface ExchangeRates {
  /** One unit of `from` in `to` as a decimal string; undefined where there is no rate between them. */
  find(environment: Environment, from: string, to: string): { rate: string; asOfMs: number } | undefined;
}
