/** What a new partner still needs before it can sell. Pure. */

export interface SetupFacts {
  billingEmail: string | null;
  /** Undefined for what the user may not see. */
  sandboxKeys?: number | undefined;
  developers?: number | undefined;
  /** Without `steps` if it has not been started. */
  certification?: { done: number; steps?: number } | undefined;
  hasProductionKey?: boolean | undefined;
}

interface BusinessFacts extends Pick<SetupFacts, 'hasProductionKey'> {
  /** In the last months. Undefined for what the user may not see. */
  bookings?: number | undefined;
  /** What the partner owes, or its funds. */
  balance?: string | undefined;
}

/** A partner that already sells or owes something. Its figures matter more than the steps that are left. */
export function hasBusiness({ hasProductionKey, bookings = 0, balance = '0' }: BusinessFacts): boolean {
  return hasProductionKey === true || bookings > 0 || /[1-9]/.test(balance);
}

export interface SetupStep {
  id: 'EMAIL' | 'SANDBOX_KEY' | 'DEVELOPER' | 'CERTIFICATION' | 'PRODUCTION_KEY';
  label: string;
  hint: string;
  isDone: boolean;
}

/** The first step that is left and that the user may do. */
export function nextStep(
  steps: readonly SetupStep[],
  may: Readonly<Record<SetupStep['id'], boolean>>,
): SetupStep | undefined {
  return steps.find(({ id, isDone }) => !isDone && may[id]);
}

/** Once the partner has a production key, the steps that lead to it count as done. */
export function setupSteps(facts: SetupFacts): SetupStep[] {
  const { billingEmail, sandboxKeys, developers, certification, hasProductionKey } = facts;
  const isLive = hasProductionKey === true;
  const step = (
    id: SetupStep['id'],
    label: string,
    hint: string,
    isDone: boolean | undefined,
  ): SetupStep[] => (isDone === undefined ? [] : [{ id, label, hint, isDone }]);
  return [
    ...step('EMAIL', 'Add a billing email', 'For statements and reminders.', billingEmail !== null),
    ...step(
      'SANDBOX_KEY',
      'Create a sandbox API key',
      'For development and tests.',
      sandboxKeys === undefined ? undefined : isLive || sandboxKeys > 0,
    ),
    ...step(
      'DEVELOPER',
      'Invite a developer',
      'To create keys and follow requests.',
      developers === undefined ? undefined : isLive || developers > 0,
    ),
    ...step(
      'CERTIFICATION',
      certification?.steps === undefined
        ? 'Complete certification'
        : `Complete certification (${certification.done} of ${certification.steps} steps)`,
      'To test the integration in the sandbox.',
      certification === undefined ? undefined : isLive || certification.done === certification.steps,
    ),
    ...step('PRODUCTION_KEY', 'Create a production API key', 'To start selling.', hasProductionKey),
  ];
}
