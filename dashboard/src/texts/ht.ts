import { gather } from './gather.ts';

export default gather(
  import.meta.glob<object>(['./ht/*.json', '!./ht/{operator,books}.json'], { eager: true, import: 'default' }),
);
