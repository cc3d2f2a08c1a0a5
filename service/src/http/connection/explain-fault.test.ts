import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { sayFault } from '../../../../contract/src/reasons.ts';
import { explainFault } from './explain-fault.ts';

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);

const faults: [schema: object, value: unknown, says: string][] = [
  [{ required: ['amount'] }, {}, 'is required'],
  [{ properties: {}, additionalProperties: false }, { amuont: 1 }, 'is not a known field'],
  [{ enum: ['XOF', 'KES'] }, 'EUR', 'must be one of: XOF, KES'],
  [{ enum: ['duplicate', null] }, 'x', 'must be one of: duplicate, null'],
  [{ const: 'customer' }, 'x', 'must be "customer"'],
  [{ minimum: 1 }, 0, 'must be at least 1'],
  [{ maximum: 100 }, 101, 'must be at most 100'],
  [{ type: 'integer' }, '1000', 'must be a whole number (no quotes around it)'],
  [{ type: ['string', 'null'] }, 7, 'must be a string or null'],
  [{ pattern: '^[A-Z]{3}$' }, 'cfa', 'must be an ISO 4217 code: write CFA in capitals'],
  [{ pattern: '^[A-Z]{3}$' }, 'franc', 'must be an ISO 4217 code such as XOF'],
  [{ pattern: '^pay_[0-7][0-9a-z]{25}$' }, 'x', 'must be an id that begins with pay_'],
  [{ pattern: '^(usr|mer)_[0-7][0-9a-z]{25}$' }, 'x', 'must be an id that begins with usr_ or mer_'],
  [{ pattern: '^[0-9a-f]{64}$' }, 'x', 'must match ^[0-9a-f]{64}$'],
  [{ format: 'date-time' }, 'today', 'must be an RFC 3339 time such as 2026-01-31T09:30:00Z'],
  [{ format: 'uri' }, 'shop', 'must be a whole URL such as https://shop.example/hook'],
  [{ format: 'email' }, 'ama', 'must be an e-mail address such as ama@shop.example'],
  [{ format: 'date' }, 'today', 'must be a date such as 2026-01-31'],
  [{ minLength: 1 }, '', 'must not be empty'],
  [{ minLength: 4 }, 'abc', 'must have at least 4 characters'],
  [{ maxLength: 1 }, 'ab', 'must have at most 1 character'],
  [{ minItems: 1 }, [], 'must not be empty'],
  [{ maxItems: 2 }, [1, 2, 3], 'must have at most 2 items'],
  [{ minProperties: 1 }, {}, 'must not be empty'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 field'],
  [{ uniqueItems: true }, ['a', 'b', 'a'], 'must not contain the same item twice: items 0 and 2 are the same'],
];

for (const [schema, value, says] of faults) {
  it(`says what to send: ${says}`, () => {
    const validate = ajv.compile(schema);
    assert.ok(!validate(value));
    assert.deepEqual(
      validate.errors!.map((error) => sayFault(explainFault(error))),
      [says],
    );
  });
}
