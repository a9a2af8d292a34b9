/** Calculates the amount for which a partner can still book, and the balance that is shown. Pure. */

export const BILLING_MODELS = ['NONE', 'CREDIT', 'PREPAID'] as const;
export type BillingModel = (typeof BILLING_MODELS)[number];

export interface Account {
  model: BillingModel;
  currency: string;
  /** Null unless the model is CREDIT. */
  limitMinor: number | null;
  /** Negative if the partner has funds. */
  owedMinor: number;
  heldMinor: number;
}

/** Returns null if the billing model has no limit. */
export function availableMinor({ model, limitMinor, owedMinor, heldMinor }: Account): number | null {
  switch (model) {
    case 'NONE':
      return null;
    case 'CREDIT':
      return (limitMinor ?? 0) - owedMinor - heldMinor;
    case 'PREPAID':
      return -owedMinor - heldMinor;
  }
}

/** Returns the amount that the partner owes, or its funds if it pays in advance. */
export function balanceMinor({ model, owedMinor }: Account): number {
  // Adding zero avoids a negative zero.
  return model === 'PREPAID' ? -owedMinor + 0 : owedMinor;
}
