/** Numbers as people read them. */
const NUMBER = new Intl.NumberFormat('en-GB');
const SHORT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** `12.4k`, for charts. */
export function formatShort(value: number): string {
  return SHORT.format(value);
}

/** Of a share from 0 to 1. */
export function formatPercent(share: number): string {
  return PERCENT.format(share);
}

export function formatMs(ms: number): string {
  if (ms >= 10_000) return `${NUMBER.format(Math.round(ms / 1000))} s`;
  if (ms >= 1_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms >= 10 || ms === 0) return `${Math.round(ms)} ms`;
  return `${ms.toFixed(1)} ms`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

/** Digits grouped, the decimals as they came: money is never reckoned with here. */
export function formatMoney({ amount, currency }: { amount: string; currency: string }): string {
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${decimals === undefined ? grouped : `${grouped}.${decimals}`} ${currency}`;
}
