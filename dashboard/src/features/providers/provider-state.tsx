import { Badge } from '../../components/feedback.tsx';
import { type Provider, stateOf } from './provider.ts';

export function ProviderState({ provider }: { provider: Provider }) {
  const { words, tone } = stateOf(provider);
  const { message } = provider.health;
  return (
    <span>
      <Badge tone={tone}>{words}</Badge>
      {message !== null && provider.enabled && <span className="state-why">{message}</span>}
    </span>
  );
}
