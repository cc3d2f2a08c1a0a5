import { resolveName } from '../../src/webhooks/guard.ts';

export const PUBLIC = '93.184.215.14';

const specialV4 =
  '127.0.0.1 127.255.255.254 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.100.100.200 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16'.split(
    ' ',
  );

const specialV6 =
  '::1 :: 0:0:0:0:0:0:0:1 fe80::1 febf::1 fec0::1 fc00::1 fd00:ec2::254 ff02::1 ff0e::1 100::1 2001:db8::1 3fff::1 2001:2::1 2001:3::1 2001:10::1 2001:20::1 2001:30::1 2001:4:112::1 2620:4f:8000::1 5f00::1 4000::1 e000::1 ::2'.split(
    ' ',
  );

const octets = (v4: string) => v4.split('.').map(Number) as [number, number, number, number];
const hex = (value: number, digits = 1) => value.toString(16).padStart(digits, '0');

function v4Notations(v4: string): string[] {
  const [a, b, c, d] = octets(v4);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  return [
    v4,
    `${v4}.`,
    `${whole}`,
    `0x${hex(whole)}`,
    `0${whole.toString(8)}`,
    `0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`,
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
    `${a}.${whole % 2 ** 24}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${hex(a)}.${whole % 2 ** 24}`,
    v4.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    v4.replaceAll('.', '。'),
    v4.replace(/\d/g, (digit) => `%3${digit}`),
  ];
}

function v6Forms(v4: string): string[] {
  const [a, b, c, d] = octets(v4);
  const groups = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  const inverted = `${hex((a * 256 + b) ^ 0xffff)}:${hex((c * 256 + d) ^ 0xffff)}`;
  return [
    `::ffff:${v4}`,
    `::ffff:${groups}`,
    `0:0:0:0:0:ffff:${groups}`,
    `::${v4}`,
    `::${groups}`,
    `::ffff:0:${v4}`,
    `64:ff9b::${v4}`,
    `64:ff9b:1::${groups}`,
    `64:ff9b:1:${hex(a * 256 + b)}:${hex(c)}:${hex(d * 256)}::`,
    `2002:${groups}::`,
    `2002:${groups}:1::5efe:${v4}`,
    `2001:0:4136:e378:8000:63bf:${inverted}`,
    `fe80::5efe:${v4}`,
  ];
}

/** The answers of the injected resolver; `rebind` is safe at the first lookup and hostile afterwards. */
export const names: Record<string, string[]> = {
  'mixed-first.test': ['127.0.0.1', PUBLIC],
  'mixed-last.test': [PUBLIC, '127.0.0.1'],
  'mixed-families.test': [PUBLIC, '::1'],
  'garbage.test': ['garbage'],
  'empty-answer.test': [''],
  'short.test': ['127.1'],
  'octal.test': ['0177.0.0.1'],
  'zone.test': ['::1%lo'],
  'none.test': [],
};
[...specialV4, ...specialV6, ...specialV4.flatMap(v6Forms)].forEach((address, i) => {
  names[`name-${i}.test`] = [address];
});
export const resolve = async (name: string) => names[name] ?? resolveName(name);

/** More than 200 URLs that lead, or are meant to lead, to addresses that webhooks must not reach. */
export function hostileUrls(port: number): string[] {
  const at = (host: string) => `https://${host}:${port}/hook`;
  return [
    ...specialV4.flatMap(v4Notations).map(at),
    ...[...specialV6, ...specialV4.flatMap(v6Forms)].map((host) => at(`[${host}]`)),
    ...Object.keys(names).map(at),
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.LocalHost.', 'ⓛocalhost'].map(at),
    ...['user@', 'user:pass@', ':pass@', `${PUBLIC}@`, `${PUBLIC}:443@`, 'public.test%2f@'].map((info) =>
      at(`${info}127.0.0.1`),
    ),
    ...[
      'http',
      'ftp',
      'file',
      'gopher',
      'dict',
      'ldap',
      'ws',
      'wss',
      'unix',
      'jar',
      'data',
      'javascript',
      'blob:https',
    ].map((scheme) => `${scheme}://127.0.0.1:${port}/hook`),
    `https://127.0.0.1:${port}\\@${PUBLIC}/`,
    `https://127.0.0.1:${port}#@${PUBLIC}/`,
    `https://127.0.0.1:${port}?@${PUBLIC}/`,
    `https:127.0.0.1:${port}/`,
    `https:///127.0.0.1:${port}/`,
    `https:\\\\127.0.0.1:${port}\\`,
    `ht\ntps://127.0\t.0.1:${port}/`,
    ` https://127.0.0.1:${port}/ `,
    `//127.0.0.1:${port}/`,
    `127.0.0.1:${port}`,
    `https://[::1%25lo]:${port}/`,
    `https://[::1]:${port}.test/`,
    'https://',
    '',
  ];
}
