import { gather } from './gather.ts';

export default gather(
  import.meta.glob<object>(['./fr/*.json', '!./fr/{operator,books,links,till,exports,reports,transfers}.json'], {
    eager: true,
    import: 'default',
  }),
);
