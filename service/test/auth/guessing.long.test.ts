import { describeGuessing } from './guessing.ts';

describeGuessing({ logins: 10_000, codes: 1_000, races: 1_000 });
