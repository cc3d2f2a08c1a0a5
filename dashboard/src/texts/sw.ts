import { gather } from './gather.ts';

export default gather(import.meta.glob<object>('./sw/*.json', { eager: true, import: 'default' }));
