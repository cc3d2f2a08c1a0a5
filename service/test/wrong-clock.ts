/**
 * Puts the clock of this process wrong, for all that asks `Date`; what counts time that passes goes on as it was.
 * @returns sets by how many milliseconds; 0 is right again
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
