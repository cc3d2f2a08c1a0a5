import { gather } from './gather.ts';

export default gather(
  import.meta.glob<object>(['./pt/*.json', '!./pt/{operator,books}.json'], { eager: true, import: 'default' }),
);
