import assert from 'node:assert/strict';
import { it } from 'node:test';
import { prefersCsv } from './accept.ts';

const csv = [
  'text/csv',
  'Text/CSV; charset=utf-8',
  'text/*',
  'text/csv, */*;q=0.1',
  'text/csv, */*',
  '*/*, text/csv',
  'text/csv, application/json',
  'application/json;q=0.1, text/csv;q=0.9',
  'application/json;q=0, */*',
];
const json = [
  undefined,
  '',
  '*/*',
  'application/json',
  'application/json, text/csv',
  'text/*, application/json',
  'application/json;q=0.9, text/csv;q=0.1',
  'application/json;q=0.9,text/csv; q=0.1',
  'text/html,application/xml;q=0.9,*/*;q=0.8',
  'text/csv;q=0',
  'text/csv;q=0, text/*',
  'text/csv;q=oops, */*;q=0.5',
  'application/text/csv',
];
for (const accept of csv) it(`${accept} has CSV`, () => assert.equal(prefersCsv(accept), true));
for (const accept of json) it(`${accept} has JSON`, () => assert.equal(prefersCsv(accept), false));
