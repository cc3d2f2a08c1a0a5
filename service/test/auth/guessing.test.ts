import { describeGuessing } from './guessing.ts';

describeGuessing({ logins: 1_000, codes: 200, races: 30 });
