import { gather } from './gather.ts';

export default gather(
  import.meta.glob<object>(['./ht/*.json', '!./ht/{operator,books,links,till,exports,reports,transfers}.json'], {
    eager: true,
    import: 'default',
  }),
);
