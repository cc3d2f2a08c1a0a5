import pg from 'pg';

/**
 * Shifts the clock of this process for all code that uses `Date`; monotonic time is unchanged.
 * @returns a function that sets the shift in milliseconds; 0 is correct again
 */
export function wrongClock(wrongByMs = 0): (ms: number) => void {
  const Right = Date;
  let wrongBy = wrongByMs;
  const now = () => Right.now() + wrongBy;
  globalThis.Date = new Proxy(Right, {
    construct: (target, args) => (args.length === 0 ? new target(now()) : Reflect.construct(target, args)),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  return (ms) => {
    wrongBy = ms;
  };
}

/**
 * Shifts a database's clock: new connections get other functions for `now()` and `clock_timestamp()`. Defaults of
 * columns keep the right ones.
 * @returns functions that set the shift in milliseconds, and that end it
 */
export async function wrongDatabaseClock(
  url: string,
): Promise<{ set: (ms: number) => Promise<void>; close: () => Promise<void> }> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(`
    SET allow_system_table_mods = on;
    CREATE TABLE wrong_clock (wrong_by interval NOT NULL);
    INSERT INTO wrong_clock VALUES ('0');
    GRANT SELECT ON wrong_clock TO PUBLIC;
    ALTER FUNCTION pg_catalog.now() RENAME TO right_now;
    ALTER FUNCTION pg_catalog.clock_timestamp() RENAME TO right_clock;
    CREATE FUNCTION pg_catalog.now() RETURNS timestamptz STABLE LANGUAGE sql
      AS 'SELECT right_now() + (SELECT wrong_by FROM public.wrong_clock)';
    CREATE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
      AS 'SELECT right_clock() + (SELECT wrong_by FROM public.wrong_clock)';`);
  return {
    set: async (ms) => {
      await owner.query('UPDATE wrong_clock SET wrong_by = make_interval(secs => $1)', [ms / 1000]);
    },
    close: () => owner.end(),
  };
}
