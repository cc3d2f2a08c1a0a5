import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { type OperatorRole, operatorRoles } from '../../../contract/src/route.ts';
import { isLong, toIdentifier } from '../accounts/create-account.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { refuseEasy, type Whose } from '../accounts/refuse-easy.ts';
import { StartupError } from '../config/startup-error.ts';
import { transaction } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { createOperator, type Password } from '../operators/create-operator.ts';
import { makeShellCode, type ShellCode } from '../operators/shell-code.ts';
import { type AccountStandingRow, lockOperator, selectOperators } from '../operators/store.ts';
import { suspendOne, unsuspendOne } from '../operators/suspend.ts';
import { asOperator, type Operator, print, printTable, whoActs } from './operator.ts';
import { readText } from './options.ts';

export function addOperatorCommands(program: Command): void {
  const operators = program.command('operators').description('operators: the staff of this deployment');
  operators
    .command('create')
    .description(
      'create an operator and print a code to set the password, unless the password is read from standard input',
    )
    .requiredOption('--email <address>')
    .requiredOption('--name <name>', 'up to 100 characters', readText(100))
    .addOption(new Option('--role <role>').choices(operatorRoles).makeOptionMandatory())
    .option('--password-stdin', 'read the password, at least 15 characters, from standard input')
    .action((options: { email: string; name: string; role: OperatorRole; passwordStdin?: true }) =>
      asOperator(async (operator) => {
        const { db } = operator;
        const { pepper } = await operator.secrets();
        const { name, role } = options;
        const email = readEmail(options.email);
        const password = options.passwordStdin
          ? await readPassword(operator, { identifier: email, names: [name] })
          : undefined;
        const code = await transaction(db, async (tx) => {
          const id = await createOperator(tx, { email, name, role }, whoActs(), password);
          if (id instanceof Refusal) throw id;
          return password ? null : makeShellCode(tx, { id, identifier: email }, 'reset', pepper, whoActs());
        });
        if (code) printCode(operator, code);
        else print(`${email} can log in with the role ${role}`);
      }),
    );
  operators
    .command('password')
    .argument('<email>')
    .description('print a new code to set the password')
    .action((email: string) =>
      asOperator(async (operator) => {
        printCode(operator, await makeCodeFor(operator, email, 'reset'));
      }),
    );
  operators
    .command('let-in')
    .argument('<email>')
    .description(
      "print a link that lets them log in with their password while other people's wrong passwords delay their login",
    )
    .action((email: string) =>
      asOperator(async (operator) => {
        printLink(operator, await makeCodeFor(operator, email, 'device'));
      }),
    );
  operators.command('list').action(() => asOperator(async ({ db }) => printTable(await db.query(selectOperators))));
  addSuspendCommands(operators);
}

function addSuspendCommands(operators: Command): void {
  operators
    .command('suspend')
    .argument('<email>')
    .description('suspend an operator; their sessions end on every node within a second')
    .requiredOption('--reason <text>', 'written to the audit log', readText(500))
    .action((email: string, { reason }: { reason: string }) =>
      asOperator(({ db }) =>
        transaction(db, async (tx) => {
          const [account] = await tx.query<AccountStandingRow>(lockOperator, [toIdentifier(email)]);
          if (!account) throw new StartupError(`operator ${email} does not exist`);
          await suspendOne(tx, account, reason, whoActs());
        }),
      ),
    );
  operators
    .command('unsuspend')
    .argument('<email>')
    .description('end the suspension of an operator; for when no other operator can do it')
    .action((email: string) =>
      asOperator(({ db }) =>
        transaction(db, async (tx) => {
          const [account] = await tx.query<AccountStandingRow>(lockOperator, [toIdentifier(email)]);
          if (!account) throw new StartupError(`operator ${email} does not exist`);
          await unsuspendOne(tx, account, whoActs());
        }),
      ),
    );
}

async function makeCodeFor(operator: Operator, email: string, purpose: 'reset' | 'device'): Promise<ShellCode> {
  const { pepper } = await operator.secrets();
  return transaction(operator.db, async (tx) => {
    const [account] = await tx.query<AccountStandingRow>(lockOperator, [toIdentifier(email)]);
    if (!account) throw new StartupError(`operator ${email} does not exist`);
    return makeShellCode(tx, account, purpose, pepper, whoActs());
  });
}

function readEmail(text: string): string {
  const email = toIdentifier(text);
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new StartupError(`"${text}" is not an e-mail address`);
  return email;
}

/** Read from standard input: an argument would appear in the list of processes and the shell's history. */
async function readPassword({ config }: Operator, whose: Omit<Whose, 'brand'>): Promise<Password> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (!isLong(password)) throw new StartupError('the password must have at least 15 characters');
  await refuseEasy(password, 'password', { ...whose, brand: config.BRAND });
  const passwords = createPasswords({ memoryMib: config.PASSWORD_MEMORY, passes: config.PASSWORD_PASSES });
  return { hash: await passwords.hash(password), text: password };
}

function printLink({ config }: Operator, { challenge, code, seconds }: ShellCode): void {
  const base = config.PUBLIC_URL || `http://localhost:${config.PORT}`;
  print(`Log in with your password within ${seconds / 60} minutes at:`);
  print('');
  // The code is behind the #, which browsers do not send.
  print(`  ${base}/dashboard/sign-in/operator#${challenge}.${code}`);
  print('');
  print('or send both in the body:');
  print('');
  print(`  curl ${base}/api/v1/auth/operator/login -H "Content-Type: application/json" \\`);
  print(`    -d '{"email":"…","password":"…","challenge":"${challenge}","code":"${code}"}'`);
}

function printCode({ config }: Operator, { challenge, code, seconds }: ShellCode): void {
  const base = config.PUBLIC_URL || `http://localhost:${config.PORT}`;
  print(`Set a password of at least 15 characters within ${seconds / 60} minutes, with this code:`);
  print('');
  print(`  curl ${base}/api/v1/auth/password/reset -H "Content-Type: application/json" \\`);
  print(`    -d '{"challenge":"${challenge}","code":"${code}","password":"…"}'`);
}
