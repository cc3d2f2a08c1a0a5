import { type DemoCredentials, demoPeople } from './demo-merchant.ts';

type Ready = {
  readonly base: string;
  /** Null if an earlier start showed them, or if no demo data is created. */
  readonly demo: DemoCredentials | null;
  readonly role: string;
  readonly live: boolean;
};

/** The text that a person sees after `npm start`. */
export function banner({ base, demo, role, live }: Ready): string {
  if (role === 'worker')
    return `\n  Rialto processes payments, refunds and webhooks. Health: ${base}/healthz. Ctrl-C stops it.\n`;
  const header = demo ? `Authorization: Bearer ${demo.key}` : 'Authorization: Bearer $KEY';
  const lines = [
    '',
    `  Rialto is ready${live ? ', test and live' : ' (test mode: no real money moves)'}.`,
    '',
    `  API          ${base}/api/v1`,
    `  Dashboard    ${base}/dashboard`,
    `  Docs         ${base}/docs`,
    `  Health       ${base}/healthz  ${base}/readyz  ${base}/metrics`,
    '',
  ];
  if (demo) {
    lines.push(
      `  Test key     ${demo.key}`,
      `  Logins       merchant ${demoPeople.merchant}, developer ${demoPeople.developer}`,
      `  Password     ${demo.password}`,
      '               The key and the password are shown only once. Save them.',
    );
  } else if (!live) {
    lines.push('  A test key   KEY=$(npm run admin -- keys create --integration demo --mode test --scopes all)');
  }
  if (demo || !live) {
    lines.push(
      '',
      '  Take a payment:',
      '',
      `  curl ${base}/api/v1/payments -H "${header}" -H "Content-Type: application/json" -d '{"amount":1000,"currency":"XOF","customer":"+50937001234"}'`,
    );
  }
  return [...lines, '', '  For a full demonstration: npm run demo. Ctrl-C stops the service.', ''].join('\n');
}
