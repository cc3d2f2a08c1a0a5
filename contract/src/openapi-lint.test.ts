import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { renderOpenapi } from './openapi.ts';

const document = renderOpenapi({ version: '0.0.0' });
const absoluteRef = '/openapi.json';

const redocly = async (source: object) => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: JSON.stringify(source), absoluteRef, config });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

const spectralOf = async (source: object) => {
  const linter = new spectral.Spectral();
  linter.setRuleset(new spectral.Ruleset({ extends: [[oas as object, 'recommended']] } as never));
  return (await linter.run(structuredClone(source) as Record<string, unknown>)).map(
    ({ code, message }) => `${code}: ${message}`,
  );
};

const careless = { openapi: '3.1.0', info: { title: 'Careless', version: '1' }, paths: {} };

test("Redocly's recommended rules find nothing, and they do find what is missing", async () => {
  assert.deepEqual(await redocly(document), []);
  assert.match((await redocly(careless)).join(), /info-license/);
});

test("Spectral's recommended rules find nothing, and they do find what is missing", async () => {
  assert.deepEqual(await spectralOf(document), []);
  assert.match((await spectralOf(careless)).join(), /info-contact/);
});
