import { usageClientsCommand } from './clients.ts';
import { usageFunnelCommand } from './funnel.ts';
import { usageSparksCommand } from './sparks.ts';
import { usageCommand } from './usage.ts';

export const USAGE_COMMANDS = [usageCommand, usageClientsCommand, usageSparksCommand, usageFunnelCommand];
