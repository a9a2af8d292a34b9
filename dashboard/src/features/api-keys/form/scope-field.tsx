import type { Scope } from '@serai/contract/scopes.ts';
import { PRESETS, SCOPE_WORDS, SCOPES } from './scope-choices.ts';

interface ScopeFieldProps {
  scopes: readonly Scope[];
  problem: string | undefined;
  onChange: (scopes: readonly Scope[]) => void;
}

export function ScopeField({ scopes, problem, onChange }: ScopeFieldProps) {
  const toggle = (scope: Scope) =>
    onChange(SCOPES.filter(each => (each === scope ? !scopes.includes(each) : scopes.includes(each))));

  return (
    <fieldset>
      <legend>Scopes</legend>
      <p className="hint">What the key may do. Give no more than the program needs.</p>
      <div className="row presets">
        {PRESETS.map(preset => (
          <button
            key={preset.name}
            type="button"
            className="small"
            aria-pressed={isSame(preset.scopes, scopes)}
            onClick={() => onChange(preset.scopes)}
          >
            {preset.name}
          </button>
        ))}
      </div>
      <div className="choices">
        {SCOPES.map(scope => (
          <label className="check" key={scope}>
            <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
            <span>
              {SCOPE_WORDS[scope]} <code>{scope}</code>
            </span>
          </label>
        ))}
      </div>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function isSame(one: readonly Scope[], other: readonly Scope[]): boolean {
  return one.length === other.length && one.every(scope => other.includes(scope));
}
