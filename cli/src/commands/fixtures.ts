import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { Usage } from '../failure.ts';
import { readInput } from '../input.ts';
import { globals } from '../options.ts';
import { line, paint, printRecord } from '../print.ts';

/** One call of the SDK. `${name.field}` in its arguments is replaced with a field of an earlier step's result. */
type Step = {
  /** For example `payments.create`. */
  call: string;
  args?: unknown[];
  /** The name by which later steps refer to the result. */
  name?: string;
  /** The call is repeated until the result has these fields, for at most 60 s. */
  until?: Record<string, unknown>;
};

export function fixtures(program: Command): void {
  program
    .command('fixtures <file.json>')
    .description('run the SDK calls of a file: {"steps": [{"call": "payments.create", "args": [{…}]}]}')
    .action(async (file: string, _options, command: Command) => {
      const global = globals(command);
      const rialto = connect(global);
      const answers: Record<string, unknown> = {};
      for (const [i, step] of (await read(file)).entries()) {
        const answer = await run(rialto, step, i, answers);
        if (step.name) answers[step.name] = answer;
        const { id = '' } = answer as { id?: string };
        if (!global.json) line(`${paint('green', '✔')} ${step.call}  ${paint('dim', String(id))}`.trimEnd());
      }
      if (global.json) printRecord(answers, true);
    });
}

async function read(file: string): Promise<Step[]> {
  const text = String(await readInput(file));
  let steps: unknown;
  try {
    steps = JSON.parse(text).steps;
  } catch (error) {
    throw new Usage(`${file} is not valid JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(steps) || steps.some((step) => typeof step?.call !== 'string')) {
    throw new Usage(`${file}: "steps" must be an array, and each step needs a "call" such as "payments.create".`);
  }
  return steps;
}

async function run(rialto: object, step: Step, index: number, answers: Record<string, unknown>): Promise<unknown> {
  const method = find(rialto, step.call);
  if (!method) throw new Usage(`steps[${index}].call: the SDK has no method ${step.call}.`);
  const args = fill(step.args ?? [], answers, index) as unknown[];
  for (let tries = 0; ; tries++) {
    const answer = await method(...args);
    if (has(answer, step.until)) return answer;
    if (tries === 240) {
      const expected = JSON.stringify(step.until);
      throw new Usage(`steps[${index}].until: the result did not become ${expected} within 60 s.`);
    }
    await sleep(250);
  }
}

function find(rialto: object, call: string): ((...args: unknown[]) => Promise<unknown>) | null {
  const [resource = '', method = '', ...more] = call.split('.');
  const group = Object.hasOwn(rialto, resource) ? (rialto as Record<string, object>)[resource] : undefined;
  const found = group && Object.hasOwn(group, method) ? (group as Record<string, unknown>)[method] : undefined;
  return more.length === 0 && typeof found === 'function' ? (found as () => Promise<unknown>).bind(group) : null;
}

const has = (answer: unknown, fields: Record<string, unknown> = {}) =>
  Object.entries(fields).every(([name, value]) => (answer as Record<string, unknown>)[name] === value);

/** A string that is exactly `${…}` becomes the value with its type. Within a longer string it becomes text. */
function fill(value: unknown, answers: Record<string, unknown>, index: number): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, answers, index));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, answers, index)]));
  }
  if (typeof value !== 'string') return value;
  const whole = /^\$\{([^}]+)\}$/.exec(value);
  if (whole) return lookUp(whole[1]!, answers, index);
  return value.replace(/\$\{([^}]+)\}/g, (_, path) => String(lookUp(path, answers, index)));
}

function lookUp(path: string, answers: Record<string, unknown>, index: number): unknown {
  const found = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], answers);
  if (found === undefined) throw new Usage(`steps[${index}]: no earlier step returned \${${path}}.`);
  return found;
}
