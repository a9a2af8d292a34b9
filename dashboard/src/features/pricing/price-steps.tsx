import type { Rule } from '../../components/pricing/rule-words.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { type Explanation, STEP_TITLES, type Step, stepReason } from './explain-words.ts';

interface PriceStepsProps {
  explanation: Explanation;
  ruleOf: (step: { ruleId: string | null; version: number | null }) => Rule | undefined;
}

/** How cost became net and selling price, one line for each step. */
export function PriceSteps({ explanation, ruleOf }: PriceStepsProps) {
  return (
    <ol className="price-steps">
      {explanation.steps.map(step => (
        <PriceStep key={step.step} step={step} reason={stepReason(step, explanation, ruleOf(step))} />
      ))}
    </ol>
  );
}

function PriceStep({ step, reason }: { step: Step; reason: string }) {
  return (
    <li>
      <div>
        <strong>{STEP_TITLES[step.step]}</strong>
        <span className="faint">{reason}</span>
        {step.rooms.length > 1 && (
          <small className="faint">Rooms: {step.rooms.map(formatMoney).join(' + ')}</small>
        )}
      </div>
      <span className="amount">{formatMoney(step.total)}</span>
    </li>
  );
}

/** A rule is described in words only if its current version is the one that was used. */
export function findRule(
  rules: readonly Rule[],
  { ruleId, version }: { ruleId: string | null; version: number | null },
): Rule | undefined {
  return rules.find(rule => rule.ruleId === ruleId && rule.version === version);
}
