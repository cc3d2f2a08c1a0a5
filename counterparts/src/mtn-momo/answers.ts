import type { Answer } from '../kit/server.ts';

/** The texts of the operator's page "Common error codes". */
const messages: Readonly<Record<string, string>> = {
  INTERNAL_PROCESSING_ERROR: 'An internal error occurred while processing.',
  INVALID_CALLBACK_URL_HOST: 'Callback URL with different host name then configured for API User',
  INVALID_CURRENCY: 'Currency not supported.',
  NOT_ALLOWED: 'Authorization failed. Insufficient permissions.',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'Access to target environment is forbidden.',
  RESOURCE_ALREADY_EXIST: 'Duplicated reference id. Creation of resource failed.',
  RESOURCE_NOT_FOUND: 'Requested resource was not found.',
  SERVICE_UNAVAILABLE: 'Service temporarily unavailable, try again later.',
};

/** The API's form of an error. */
export const apiError = (status: number, code: string): Answer => ({
  status,
  body: { code, message: messages[code] ?? code },
});

/** The gateway's form of an error. */
export const gatewayError = (statusCode: number, message: string): Answer => ({
  status: statusCode,
  body: { statusCode, message },
});

/** A malformed request gets no explanation from the provider. */
export const malformed = (why: string): Answer => ({ status: 400, why });

/** The texts of reasons that are sent as an object. */
export const reasonText = (code: string): string => messages[code] ?? code.toLowerCase().replaceAll('_', ' ');
