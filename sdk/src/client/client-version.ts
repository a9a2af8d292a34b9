/** What the client says of itself in `X-Client-Version`; a test compares it with package.json. */
export const SDK_VERSION = '0.1.0';
