import { gather } from './gather.ts';

export default gather(
  import.meta.glob<object>(
    ['./sw/*.json', '!./sw/{operator,books,links,till,exports,payroll,reports,transfers}.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
);
