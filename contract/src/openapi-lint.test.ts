import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { renderOpenapi } from './openapi.ts';

const document = renderOpenapi({ version: '0.0.0' });
const absoluteRef = '/openapi.json';

const redocly = async (source: object) => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: JSON.stringify(source), absoluteRef, config });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

const careless = { openapi: '3.1.0', info: { title: 'Careless', version: '1' }, paths: {} };

test("Redocly's recommended rules find no fault here, and find one in a careless document", async () => {
  assert.deepEqual(await redocly(document), []);
  assert.match((await redocly(careless)).join(), /info-license/);
});
