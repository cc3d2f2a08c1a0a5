import type { Answer } from '../kit/server.ts';

let requests = 0;

/** Looks like the provider's own: `4788-81090592-4`. */
const requestId = () => `${10_000 + (requests % 90_000)}-${80_000_000 + requests++}-1`;

/** The provider's error: `{requestId, errorCode, errorMessage}`. */
export const failure = (status: number, errorCode: string, errorMessage: string, id = requestId()): Answer => ({
  status,
  body: { requestId: id, errorCode, errorMessage },
});

export const invalidField = (name: string): Answer => failure(400, '400.002.02', `Bad Request - Invalid ${name}`);
export const invalidPayload = (): Answer => failure(400, '400.002.05', 'Invalid Request Payload');
/** HTTP 404 although the path exists, and without a request id: the trap of this provider. */
export const invalidToken = (): Answer => failure(404, '404.001.03', 'Invalid Access Token', '');
export const invalidAuthHeader = (): Answer => failure(404, '404.001.04', 'Invalid Authentication Header', '');
export const notFound = (): Answer => failure(404, '404.001.01', 'Resource not found');
export const wrongMethod = (): Answer => failure(405, '405.001', 'Method Not Allowed');
export const spikeArrest = (): Answer => failure(500, '500.003.02', 'Error Occurred: Spike Arrest Violation');
/** Several faults have this code; only the text tells them apart. */
export const fault1001 = (message: string): Answer => failure(500, '500.001.1001', message);

export const ok = (body: object): Answer => ({ status: 200, body });
