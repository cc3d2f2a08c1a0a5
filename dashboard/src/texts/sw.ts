import { gather } from './gather.ts';

export default gather(
  import.meta.glob<object>(['./sw/*.json', '!./sw/{operator,books}.json'], { eager: true, import: 'default' }),
);
