import type { EventType } from '@serai/contract/events.ts';
import { CHOOSABLE } from './endpoint.ts';

interface EventTypeChoiceProps {
  chosen: ReadonlySet<EventType>;
  problem?: string | undefined;
  onChange: (chosen: ReadonlySet<EventType>) => void;
}

export function EventTypeChoice({ chosen, problem, onChange }: EventTypeChoiceProps) {
  const toggle = (type: EventType) => {
    const next = new Set(chosen);
    if (!next.delete(type)) next.add(type);
    onChange(next);
  };
  const all = chosen.size >= CHOOSABLE.length;
  return (
    <fieldset>
      <legend>Events it receives</legend>
      <div className="row">
        <button type="button" onClick={() => onChange(new Set(all ? [] : CHOOSABLE.map(({ type }) => type)))}>
          {all ? 'Choose none' : 'Choose all'}
        </button>
        <span className="hint">
          {chosen.size} of {CHOOSABLE.length} chosen. A test event is always sent.
        </span>
      </div>
      <div className="event-choices">
        {CHOOSABLE.map(({ type, description }) => (
          <label key={type} className="check">
            <input type="checkbox" checked={chosen.has(type)} onChange={() => toggle(type)} />
            <span>
              <code>{type}</code>
              <small>{description}</small>
            </span>
          </label>
        ))}
      </div>
      {problem && <span className="problem">{problem}</span>}
    </fieldset>
  );
}
