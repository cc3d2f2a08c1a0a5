import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bools, int4s, int8s, jsonbs, texts } from './arrays.ts';
import {
  arraysFrom,
  arraysOf,
  assigned,
  bool,
  from,
  insertMany,
  int4,
  int8,
  joined,
  jsonb,
  jsonbAsText,
  later,
  listOf,
  nullable,
  pick,
  type RowOf,
  text,
} from './table.ts';

const parcel = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  weight: nullable(int8),
  label: jsonb<{ to: string } | null>(),
  sent: later(bool),
  state: text,
};
const row: RowOf<typeof parcel> = {
  world: 7,
  livemode: true,
  id: 'a',
  weight: null,
  label: { to: 'Ama' },
  sent: false,
  state: 'x',
};
const collapse = (sql: string) => sql.replace(/\s+/g, ' ').trim();

it('a map of columns gives the list that is selected', () => {
  assert.equal(listOf(parcel, 'p'), 'p.world, w.livemode, p.id, p.weight, p.label, p.sent, p.state');
});

it('an insert has every column that is neither joined nor later, and a new one too', () => {
  const insert = insertMany('parcels_insert', 'parcels', parcel, { set: { state: `'new'` }, last: ['id'] });
  assert.equal(
    collapse(insert.statement.text),
    `INSERT INTO parcels (world, weight, label, state, id) SELECT world, weight, label, 'new', id
     FROM (SELECT unnest($1::int[]) AS world, unnest($2::bigint[]) AS weight, unnest($3::jsonb[]) AS label,
     unnest($4::text[]) AS id) AS n`.replace(/\s+/g, ' '),
  );
  assert.deepEqual(insert.values([row]), [int4s([7]), int8s([null]), jsonbs(['{"to":"Ama"}']), texts(['a'])]);

  const wider = insertMany('parcels_insert', 'parcels', { ...parcel, note: nullable(text) });
  assert.match(collapse(wider.statement.text), /, state, note\) .*unnest\(\$6::text\[\]\) AS note\)/);
});

it('$next in an insert is the first parameter after the arrays', () => {
  const { statement } = insertMany('parcels_insert', 'parcels', parcel, { set: { state: '$next' } });
  assert.match(collapse(statement.text), /SELECT world, id, weight, label, \$5 FROM/);
});

it('arrays stand beside others, and hide their length where that is asked for', () => {
  const first = arraysOf(pick(parcel, 'world', 'id'), { hidden: true });
  assert.equal(first.unnest, 'unnest((SELECT $1::int[])) AS world, unnest((SELECT $2::text[])) AS id');
  const more = arraysFrom<{ heavy: boolean }>({ heavy: from(bool, ({ heavy }) => heavy) }, { first: first.next });
  assert.equal(more.unnamed, 'unnest($3::boolean[])');
  assert.deepEqual([...first.of([row]), ...more.of([{ heavy: true }])], [int4s([7]), texts(['a']), bools([true])]);
});

it('JSON that is sent as text is cast where it is written; null is no JSON', () => {
  const map = { id: text, label: jsonbAsText<{ to: string } | null>() };
  assert.equal(assigned(pick(map, 'label')), 'label = n.label::jsonb');
  assert.match(insertMany('one', 'parcels', map).statement.text, /SELECT id, label::jsonb\s/);
  assert.deepEqual(arraysOf(map).of([{ id: 'a', label: null }])[1], texts([null]));
  assert.deepEqual(arraysFrom<object | null>({ label: from(jsonb()) }).of([null, {}]), [jsonbs([null, '{}'])]);
});
