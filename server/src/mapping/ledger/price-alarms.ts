/**
 * Takes a hotel off sale if its prices are repeatedly far from those of other providers, and notifies the operator if
 * this happens to many hotels of one provider at once. The provider's prices are then probably wrong, not its mappings.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import { lockMappings } from './decision-store.ts';
import { clearFarPrices, countFarPrice, countPriceAlarms } from './price-count-store.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** A price is far if it differs by more than this factor from the median of the other providers. */
const FAR_PRICE_FACTOR = 3;
/** The number of stays with a far price within the window that raises the alarm. A single one may be a special offer. */
const FAR_PRICES = 5;
const FAR_PRICE_HOURS = 24;
/** Reports from this many partners are needed, unless only one partner can search. */
const FAR_PRICE_PARTNERS = 2;
/** The number of hotels of one provider that price alarms take off sale within an hour before the operator is notified. */
export const MANY_ALARMS = 10;
const DAY_MS = 86_400_000;

export function isFarPrice(priceMinor: number, medianMinor: number): boolean {
  return priceMinor > medianMinor * FAR_PRICE_FACTOR || priceMinor * FAR_PRICE_FACTOR < medianMinor;
}

export interface PriceAlarmNotice {
  kind: 'provider.price_alarms';
  providerId: string;
  environment: Environment;
  text: string;
  /** Identifies the notice, so that at most one is written per provider and day. */
  occasion: string;
}

export interface PriceAlarmParts {
  /** Whether more than one partner can search in the environment. */
  hasSeveralPartners(tx: Database, environment: Environment): Promise<boolean>;
  tellPriceAlarms(tx: Database, notice: PriceAlarmNotice): Promise<void>;
}

export interface FarPriceReport {
  supplierId: string;
  stay: string;
  /** The partner whose search found the price. */
  organisationId: string;
  atMs: number;
}

/**
 * Reports that the price of a stay was far from the median of the other providers. Returns whether the hotel was taken
 * off sale. If several partners can search, reports from one of them are not enough. Otherwise a partner with unusual
 * searches could take a hotel off sale for all partners.
 */
export function reportFarPrice(
  db: Database,
  scope: ProviderScope,
  report: FarPriceReport,
  parts: PriceAlarmParts,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    await lockMappings(tx, scope);
    const needed = { hours: FAR_PRICE_HOURS, stays: FAR_PRICES, partners: FAR_PRICE_PARTNERS };
    const { stays, partners } = await countFarPrice(tx, scope, report, needed);
    if (stays < FAR_PRICES) return false;
    if (partners < FAR_PRICE_PARTNERS && (await parts.hasSeveralPartners(tx, scope.environment)))
      return false;
    await clearFarPrices(tx, scope, report.supplierId);
    if (!(await raiseAlarm(tx, scope, report.supplierId, 'PRICE'))) return false;
    await tellIfMany(tx, scope, report.atMs, parts);
    return true;
  });
}

async function tellIfMany(
  tx: Database,
  scope: ProviderScope,
  atMs: number,
  { tellPriceAlarms }: PriceAlarmParts,
): Promise<void> {
  const alarms = await countPriceAlarms(tx, scope);
  if (alarms < MANY_ALARMS) return;
  const { provider, environment } = scope;
  const providerId = `prv_${environment}_${provider}`;
  await tellPriceAlarms(tx, {
    kind: 'provider.price_alarms',
    providerId,
    environment,
    text: `${alarms} hotels of the provider ${provider} were taken off sale within an hour, because their prices are far from those of other providers. If the prices of ${provider} are wrong in general, pause the provider and contact it. Otherwise review the hotels in the mapping queue.`,
    occasion: `${providerId} price alarms ${Math.floor(atMs / DAY_MS)}`,
  });
}
