import assert from 'node:assert/strict';
import { test } from 'node:test';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { renderOpenapi } from './openapi.ts';

// A second linter beside Redocly's. It takes 20 s of a core.
const document = renderOpenapi({ version: '0.0.0' });
const careless = { openapi: '3.1.0', info: { title: 'Careless', version: '1' }, paths: {} };

const spectralOf = async (source: object) => {
  const linter = new spectral.Spectral();
  linter.setRuleset(new spectral.Ruleset({ extends: [[oas as object, 'recommended']] } as never));
  return (await linter.run(structuredClone(source) as Record<string, unknown>)).map(
    ({ code, message }) => `${code}: ${message}`,
  );
};

test("Spectral's recommended rules find no fault here, and find one in a careless document", async () => {
  assert.deepEqual(await spectralOf(document), []);
  assert.match((await spectralOf(careless)).join(), /info-contact/);
});
