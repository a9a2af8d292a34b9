/**
 * The size of an airport and whether it has scheduled flights. Both are encoded in the feature code of its place, for
 * example `large_airport` or `large_airport+scheduled`. Pure.
 */
export type AirportSize = 'large' | 'medium' | 'small' | 'other';

export interface AirportKind {
  size: AirportSize;
  scheduled: boolean;
}

const SCHEDULED = '+scheduled';

export function airportFeatureCode(sourceType: string, scheduled: boolean): string {
  return scheduled ? `${sourceType}${SCHEDULED}` : sourceType;
}

export function airportKindOf(featureCode: string | null): AirportKind {
  const [type = ''] = (featureCode ?? '').split('+');
  const size = /^(large|medium|small)_airport$/.exec(type)?.[1] as AirportSize | undefined;
  return { size: size ?? 'other', scheduled: featureCode?.endsWith(SCHEDULED) ?? false };
}
