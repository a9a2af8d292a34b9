/** The discovery profile at `/.well-known/ucp`. Pure. */
import {
  UCP_BOOKING,
  UCP_CANCELLATION,
  UCP_MCP_PATH,
  UCP_REST_PATH,
  UCP_SERVICE,
  UCP_VERSION,
} from '@serai/contract/agents/ucp/ucp-route.ts';

const SPEC = 'https://github.com/Universal-Commerce-Protocol/ucp/pull/780';
const SCHEMAS = 'https://ucp.dev/schemas';
const SERVICES = 'https://ucp.dev/services/lodging';

/** `origin` is the public address of the API, for example `https://api.example.com`. */
export function ucpProfile(origin: string): object {
  const version = UCP_VERSION;
  const service = (transport: string, path: string, schema: string) => ({
    version,
    spec: SPEC,
    transport,
    schema: `${SERVICES}/${schema}`,
    endpoint: `${origin}${path}`,
  });
  const cancellation = { version, spec: SPEC, schema: `${SCHEMAS}/lodging/policy_cancellation.json` };
  return {
    ucp: {
      version,
      services: {
        [UCP_SERVICE]: [
          service('rest', UCP_REST_PATH, 'rest.openapi.json'),
          service('mcp', UCP_MCP_PATH, 'mcp.openrpc.json'),
        ],
      },
      capabilities: {
        [UCP_BOOKING]: [{ version, spec: SPEC, schema: `${SCHEMAS}/lodging/booking.json` }],
        [UCP_CANCELLATION]: [{ ...cancellation, extends: UCP_BOOKING }],
      },
      payment_handlers: {},
    },
  };
}
