import { argv } from 'node:process';
import { tryOut } from './program.js';

console.log(JSON.stringify(await tryOut(JSON.parse(argv[2]))));
