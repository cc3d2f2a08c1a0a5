import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { renderOpenapi } from './openapi.ts';

const document = renderOpenapi({ version: '0.0.0' });
const absoluteRef = '/openapi.json';

/** `/transfers/bulk/{id}` beside `/transfers/{id}/…`: no id is "bulk", because every id has a prefix. */
const isKnown = (message: string) => /ambiguous paths: .*`\/api\/v1\/(transfers|payments)\/bulk\/\{id\}`/.test(message);

const redocly = async (source: object) => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: JSON.stringify(source), absoluteRef, config });
  return found.filter(({ message }) => !isKnown(message)).map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

const careless = { openapi: '3.1.0', info: { title: 'Careless', version: '1' }, paths: {} };

test("Redocly's recommended rules find no fault here, and find one in a careless document", async () => {
  assert.deepEqual(await redocly(document), []);
  assert.match((await redocly(careless)).join(), /info-license/);
});
