// Generated from openapi.json by scripts/sdk.mjs. Run: npm run sdk

export const version = '0.2.0';
