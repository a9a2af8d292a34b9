/** What a change of settings does to people and data. The user must confirm each effect. Pure. */

export interface Settings {
  requireSecondFactor?: boolean | undefined;
  /** Null for the default of the installation. */
  guestDays?: number | null | undefined;
}

export function settingEffects(now: Settings, opened: Settings): string[] {
  const { requireSecondFactor, guestDays } = now;
  const effects: string[] = [];
  if (requireSecondFactor === true && opened.requireSecondFactor !== true)
    effects.push('People without two-factor sign-in must set it up before they can continue.');
  if (guestDays !== undefined && mayBeShorter(guestDays, opened.guestDays ?? null))
    effects.push(erasure(guestDays));
  return effects;
}

/** The number of days of the installation is not known here. */
function mayBeShorter(days: number | null, before: number | null): boolean {
  return days !== before && (days === null || before === null || days < before);
}

function erasure(days: number | null): string {
  const which =
    days === null
      ? 'after the default time of the installation, which may be shorter'
      : days === 1
        ? '1 day after check-out'
        : `${days} days after check-out`;
  return `Guest data is erased ${which}. This includes the guests of past stays, and cannot be undone.`;
}
