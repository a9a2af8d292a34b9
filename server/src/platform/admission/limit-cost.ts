/** Operations that say what a request costs are let in by it: after their body was parsed, before anything is done. */
import type { Handler } from '../operations/handler.ts';
import type { CostLimit } from './cost-limit.ts';

export function limitCost(handler: Handler, limit: Pick<CostLimit, 'enter'>): Handler {
  const { costOf } = handler;
  if (costOf === undefined) return handler;
  return {
    ...handler,
    async run(context, input) {
      const leave = limit.enter(context, costOf(context, input));
      try {
        return await handler.run(context, input);
      } finally {
        leave();
      }
    },
  };
}
