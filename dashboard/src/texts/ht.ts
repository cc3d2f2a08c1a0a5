import { gather } from './gather.ts';

export default gather(
  import.meta.glob<object>(
    ['./ht/*.json', '!./ht/{operator,books,links,till,exports,payroll,reports,transfers}.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
);
