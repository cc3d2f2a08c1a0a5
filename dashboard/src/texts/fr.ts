import { gather } from './gather.ts';

export default gather(
  import.meta.glob<object>(['./fr/*.json', '!./fr/{operator,books}.json'], { eager: true, import: 'default' }),
);
