import { gather } from './gather.ts';

export default gather(import.meta.glob<object>('./ht/*.json', { eager: true, import: 'default' }));
