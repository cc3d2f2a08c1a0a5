import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { developerRoles } from './member-rights.ts';
import { isOwnAccount, type Route } from './route.ts';
import { routes } from './routes.ts';

const table: readonly Route[] = Object.values(routes);
const page = new URL('../../docs/member-rights.md', import.meta.url);

test('each route that a member reaches on an integration names its roles', () => {
  const reached = table.filter((route) => route.auth.includes('developer') && !isOwnAccount(route));
  const open = reached.filter(({ members }) => !members).map(({ id }) => id);
  // The list of currencies is the deployment's; an invitation makes its reader a member.
  assert.deepEqual(open.sort(), ['joinIntegration', 'listCurrencies']);
  for (const { id, members } of reached)
    assert.ok(members?.live.every((role) => members.test.includes(role)) ?? true, id);
});

test('docs/member-rights.md has the table of the contract; if not, run this test with UPDATE_RIGHTS=1', () => {
  const text = readFileSync(page, 'utf8');
  const [head] = text.split('| route |');
  const rendered = `${head}${renderTable()}`;
  if (process.env.UPDATE_RIGHTS) writeFileSync(page, rendered);
  else assert.equal(text, rendered);
});

function renderTable(): string {
  const rows = table
    .filter(({ members }) => members)
    .map(({ method, path, members }) => {
      const cells = developerRoles.map((role) => {
        if (members!.live.includes(role)) return 'yes';
        return members!.test.includes(role) ? 'test' : '';
      });
      return {
        path,
        line: `| \`${method} ${path}\` | ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |'),
      };
    });
  const sorted = rows.sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
  const head = [`| route | ${developerRoles.join(' | ')} |`, `|---|${developerRoles.map(() => '---|').join('')}`];
  return `${[...head, ...sorted.map(({ line }) => line)].join('\n')}\n`;
}
