import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Runs test files of a queue, one after the other, until none is left or this process has had `most`. */
export async function takeFiles(queue, most) {
  for (let taken = 0; taken < most; taken++) {
    const file = takeNext(queue);
    if (!file) return;
    const ended = Promise.withResolvers();
    describe(file, () => {
      after(ended.resolve);
      const loading = import(pathToFileURL(resolve(file)).href);
      loading.catch(ended.resolve);
      return loading;
    });
    await ended.promise;
  }
}

/** Other processes take files at the same time: only one of them can rename an entry. */
function takeNext(queue) {
  for (const name of readdirSync(queue).sort()) {
    const mine = `${queue}.${name}`;
    try {
      renameSync(`${queue}/${name}`, mine);
    } catch {
      continue;
    }
    const file = readFileSync(mine, 'utf8');
    rmSync(mine);
    return file;
  }
  return undefined;
}
