import { gather } from './gather.ts';

export default gather(import.meta.glob<object>('./fr/*.json', { eager: true, import: 'default' }));
