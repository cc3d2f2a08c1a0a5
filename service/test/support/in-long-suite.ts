import { it } from 'node:test';

/** A `.long` file sets this, and imports the short one: then its rare tests run too. */
const isLong = process.env.SUITE === 'long';

/** A test that `npm test` leaves to `npm run test:long`. */
export const inLongSuite = (isLong ? it : () => Promise.resolve()) as typeof it;
