// Made from openapi.json by scripts/sdk.mjs: npm run sdk

export const version = '0.1.0';
