import { useQueryClient } from '@tanstack/react-query';

/** Makes what was read of some resources old, `keys` all of `keys/…`: what is shown of them is read again at once. */
export function useOutdate(): (resources: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async resources => {
    await Promise.all(resources.map(resource => client.invalidateQueries({ queryKey: [resource] })));
  };
}
