import assert from 'node:assert/strict';
import { createCipheriv, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { type DataKey, dataKeyOf, hashesUnder, hashUnder } from './data-key.ts';
import { generationOfSealed, openBytes, sealBytes } from './seal.ts';

const bytes = Buffer.from('a secret');
const [first, second] = [randomBytes(32), randomBytes(32)];
const generation = (number: number, key: Buffer, usedFrom = Number.NEGATIVE_INFINITY) => ({ number, key, usedFrom });
const rotated: DataKey = { generations: [generation(2, second), generation(1, first)] };

it('seals under the current generation, and opens what each accepted one sealed', () => {
  const before = sealBytes(bytes, dataKeyOf(first), 'id');
  const after = sealBytes(bytes, rotated, 'id');
  assert.deepEqual([generationOfSealed(before), generationOfSealed(after)], [1, 2]);
  assert.deepEqual(before.length, sealBytes(bytes, first, 'id').length, 'as an earlier version sealed it');
  for (const sealed of [before, after]) assert.deepEqual(openBytes(sealed, rotated, 'id'), bytes);
  assert.throws(() => openBytes(after, rotated, 'other'));
  assert.throws(() => openBytes(after, dataKeyOf(first), 'id'));
  const retired = { generations: [generation(2, second)] };
  assert.throws(() => openBytes(before, retired, 'id'), /generation 1 of a data key, which was retired/);
});

it('uses a new generation only from its time on', () => {
  const later: DataKey = {
    generations: [generation(2, second, performance.now() + 60_000), generation(1, first)],
  };
  assert.equal(generationOfSealed(sealBytes(bytes, later, 'id')), 1);
  assert.deepEqual(openBytes(sealBytes(bytes, rotated, 'id'), later, 'id'), bytes, 'of a node whose clock is ahead');
  assert.equal(hashUnder(later, 'x').length, 32);
  assert.deepEqual(
    hashesUnder(later, 'x').map((hash) => hash.length),
    [32, 34],
  );
});

it('opens bytes of an earlier version whose nonce looks like the mark', () => {
  const nonce = Buffer.from('RDK1\0\x02nonce.', 'latin1');
  const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from('id'));
  const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  assert.equal(generationOfSealed(sealed), 2);
  assert.deepEqual(openBytes(sealed, rotated, 'id'), bytes);
});
