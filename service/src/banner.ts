/** What a person sees after `npm start`. `key` is null when it was shown at an earlier start. */
export function banner({
  base,
  key,
  role,
  live,
}: {
  base: string;
  key: string | null;
  role: string;
  live: boolean;
}): string {
  if (role === 'worker')
    return `\n  Rialto works on payments, refunds and webhooks. Health: ${base}/healthz. Ctrl-C stops it.\n`;
  const header = key ? `Authorization: Bearer ${key}` : 'Authorization: Bearer $KEY';
  const lines = [
    '',
    `  Rialto is ready${live ? ', test and live' : ' (test mode: no real money moves)'}.`,
    '',
    `  API          ${base}/api/v1`,
    `  Reference    ${base}/docs`,
    `  Health       ${base}/healthz  ${base}/readyz  ${base}/metrics`,
    '',
  ];
  if (key) {
    lines.push(`  Test key     ${key}`, '               Shown this once: keep it.');
  } else if (!live) {
    lines.push('  A test key   KEY=$(npm run admin -- keys create --integration demo --mode test --scopes all)');
  }
  if (key || !live) {
    lines.push(
      '',
      '  Take a payment:',
      '',
      `  curl ${base}/api/v1/payments -H "${header}" -H "Content-Type: application/json" -d '{"amount":1000,"currency":"XOF","customer":"+50937001234"}'`,
    );
  }
  return [...lines, '', '  The whole story: npm run demo. Ctrl-C stops the service.', ''].join('\n');
}
