import { Plus } from 'lucide-react';
import { flushSync } from 'react-dom';
import { freshCode, type Path, pointerOf } from './document-draft.ts';
import { FieldGroup, NumberAt, PenaltyAt, PlainChoice, TextAt, useEditor } from './fields.tsx';
import { ItemList } from './item-list.tsx';
import { earlierTwin, policyDetails, policyNames } from './policy-sentence.ts';
import { type Policy, withPolicyReplaced } from './policy-twins.ts';
import { goTo } from './problem-list.tsx';

export function PoliciesSection() {
  const { document, add } = useEditor();
  const policies = document.cancellationPolicies ?? [];
  const names = policyNames(document);
  return (
    <ItemList
      title="Cancellation policies"
      hint="If several rules apply, the highest penalty is charged. Without rules, cancellation is free."
      path={['cancellationPolicies']}
      items={policies}
      summary={policy => [names[policies.indexOf(policy)] ?? policy.code, policyDetails(document, policy)]}
      note={policy => <Twin policy={policy} />}
      empty="No policies. All rate plans are non-refundable."
      addLabel="Add policy"
      fresh={() => ({
        code: freshCode(
          'POLICY',
          policies.map(({ code }) => code),
        ),
        rules: [{ daysBefore: 2, at: '18:00', penalty: { nights: 1 } }],
        noShow: { percent: '100' },
      })}
    >
      {(path, policy) => (
        <>
          {policy.rules.map((rule, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity
            <RuleFields key={i} path={path} at={i} rule={rule} />
          ))}
          <button
            type="button"
            className="small"
            onClick={() =>
              add([...path, 'rules'], { daysBefore: 7, at: '00:00', penalty: { percent: '50' } })
            }
          >
            <Plus size={14} aria-hidden /> Add rule
          </button>
          <FieldGroup title="No-show and code">
            <PenaltyAt path={[...path, 'noShow']} label="No-show penalty" />
            <TextAt path={[...path, 'code']} label="Code" />
          </FieldGroup>
        </>
      )}
    </ItemList>
  );
}

/** Offers to use another policy with the same terms, so that only one of them has to be kept up to date. */
function Twin({ policy }: { policy: Policy }) {
  const { document, change } = useEditor();
  const policies = document.cancellationPolicies ?? [];
  const twin = earlierTwin(policies, policy);
  if (twin === undefined) return null;
  const name = policyNames(document)[policies.indexOf(twin)] ?? twin.code;
  const replace = () => {
    const next = withPolicyReplaced(document, policy, twin);
    flushSync(() => change(next));
    // The button has disappeared.
    goTo(pointerOf(['cancellationPolicies', next.cancellationPolicies?.indexOf(twin) ?? 0]));
  };
  return (
    <div className="terms-twin">
      <p>Both policies have the same terms. You can merge them.</p>
      <button type="button" className="small" onClick={replace}>
        Merge the two policies<span className="unseen">: {name}</span>
      </button>
    </div>
  );
}

interface Rule {
  always?: true | undefined;
  hoursBefore?: number | undefined;
  at?: string | undefined;
  penalty: object;
}

function RuleFields({ path, at, rule }: { path: Path; at: number; rule: Rule }) {
  const { set, remove } = useEditor();
  const rulePath = [...path, 'rules', at];
  const when = rule.always ? 'always' : rule.hoursBefore === undefined ? 'daysBefore' : 'hoursBefore';
  return (
    <FieldGroup
      title={`Rule ${at + 1}`}
      action={
        <button type="button" className="quiet small" onClick={() => remove([...path, 'rules'], at)}>
          Remove rule
        </button>
      }
    >
      <PlainChoice
        label="Penalty starts"
        value={when}
        options={[
          ['always', 'Immediately after booking'],
          ['daysBefore', 'Days before arrival'],
          ['hoursBefore', 'Hours before arrival'],
        ]}
        onChange={next =>
          set(rulePath, {
            ...{ [next]: next === 'always' ? true : 1, at: rule.at ?? '18:00' },
            penalty: rule.penalty,
          })
        }
      />
      {when !== 'always' && (
        <>
          <NumberAt
            path={[...rulePath, when]}
            label={when === 'daysBefore' ? 'Days before arrival' : 'Hours before arrival'}
            max={8_760}
          />
          <TextAt path={[...rulePath, 'at']} label="Local time" placeholder="18:00" />
        </>
      )}
      <PenaltyAt path={[...rulePath, 'penalty']} label="Penalty" />
    </FieldGroup>
  );
}
