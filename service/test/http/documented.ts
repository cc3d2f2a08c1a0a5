import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { errorBody } from '../../../contract/src/error-body.ts';
import { catalogue, type ErrorCode } from '../../../contract/src/errors.ts';
import { errorsOf } from '../../../contract/src/openapi.ts';
import type { Route } from '../../../contract/src/route.ts';
import { allRoutes } from '../support/contract.ts';

const ajv = new Ajv({ strict: false });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const errors = new Map(
  allRoutes.map((route) => [route, ajv.compile({ ...errorBody(errorsOf(route), 'x'), $id: route.id })]),
);
const oks = new Map(
  allRoutes.flatMap((route) => (route.ok.schema ? [[route, ajv.compile(route.ok.schema)] as const] : [])),
);

/** The fault of an answer, or null: it must be documented for its route and match the contract's schema. */
export async function faultOf(route: Route, response: Response, expected?: number): Promise<string | null> {
  return (await readAnswer(route, response, expected)).fault;
}

/** The same, with the answer's content where it is JSON. */
export async function readAnswer(
  route: Route,
  response: Response,
  expected?: number,
): Promise<{ fault: string | null; body: any }> {
  // An event stream does not end: reading its head is enough.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { fault: response.status === route.ok.status && route.ok.stream ? null : 'a stream', body: undefined };
  }
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? JSON.parse(text) : undefined;
  const why = judge(route, response, body, expected);
  return { fault: why && `${why}: ${response.status} ${text.slice(0, 300)}`, body };
}

function judge(route: Route, { status, headers }: Response, body: any, expected?: number): string | null {
  if (status >= 500) return 'our fault';
  if (expected !== undefined && status !== expected) return `not ${expected}`;
  if (status === route.ok.status) {
    const validate = oks.get(route);
    return !validate || body === undefined || validate(body)
      ? null
      : `does not match the schema: ${ajv.errorsText(validate.errors)}`;
  }
  if (status === 200 && route.dryRun) return body?.object === 'dry_run' ? null : 'no dry run';
  if (status === 202 && route.accepted) return body?.object === 'approval' ? null : 'no approval';
  if (body === undefined) return 'no JSON';
  const validate = errors.get(route)!;
  if (!validate(body)) return `does not match the schema: ${ajv.errorsText(validate.errors)}`;
  const { code, type, request_id, doc_url } = body.error;
  if (catalogue[code as ErrorCode].status !== status) return `${code} is not a ${status}`;
  if (catalogue[code as ErrorCode].type !== type) return `${code} is not a ${type}`;
  if (request_id !== headers.get('request-id')) return "another request's id";
  return doc_url.endsWith(`/docs/errors/${code}`) ? null : 'no page';
}
