interface AmountsInProps {
  currencies: readonly string[];
}

/** Above a table whose amounts are all in one currency, so that they need not repeat it. */
export function AmountsIn({ currencies: [currency, ...others] }: AmountsInProps) {
  if (currency === undefined || others.length > 0) return null;
  return <p className="hint">All amounts are in {currency}.</p>;
}
