/** What a new organisation does first. Pure. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Target } from '../../components/link-to.tsx';

export interface SetUpStep {
  key: string;
  label: string;
  hint: string;
  done: boolean;
  link: Target & { label: string };
}

interface Done {
  environment: Environment;
  hasKey: boolean;
  hasCalled: boolean;
  hasWebhook: boolean;
  hasBooked: boolean;
}

export function setUpSteps({ environment, hasKey, hasCalled, hasWebhook, hasBooked }: Done): SetUpStep[] {
  return [
    {
      key: 'key',
      label: 'Create a key',
      hint: 'It is shown once. Store it where your program reads its secrets.',
      done: hasKey,
      link: { to: '/settings/api-keys/new', label: 'Create an API key' },
    },
    {
      key: 'call',
      label: 'Make a call that is answered 200',
      hint: 'The page of a new key has a command to paste.',
      done: hasCalled,
      link: { to: '/reference', label: 'Read the API reference' },
    },
    {
      key: 'webhook',
      label: 'Add a webhook',
      hint: 'So that you are told when a booking changes, and need not ask.',
      done: hasWebhook,
      link: { to: '/webhooks', label: 'Add an endpoint' },
    },
    {
      key: 'booking',
      label: 'Make a first booking',
      hint:
        environment === 'sandbox'
          ? 'The scenarios of the sandbox have ready requests.'
          : 'Search, quote, then book. It is real and costs money.',
      done: hasBooked,
      link:
        environment === 'sandbox'
          ? { to: '/sandbox', label: 'Open the scenarios' }
          : { to: '/reference', label: 'Read how to book' },
    },
  ];
}
