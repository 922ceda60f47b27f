// `TEST_CLOCK=2028-02-29T17:10:00Z`: the processes of a run begin at that moment instead of now, and go on
// from there. Loaded by `node --require` for suites of the server, and by the browser's suites for the
// clock inside their jsdom. The database and the file system keep the machine's time.
const start = process.env.TEST_CLOCK;

if (start !== undefined && start !== '') {
  const began = Date.parse(start);
  if (Number.isNaN(began)) throw new Error(`TEST_CLOCK is no moment: ${start}`);
  const Real = Date;
  const realNow = Real.now;
  // One shift for all processes: what one of them writes down is not in another's future.
  process.env.TEST_CLOCK_SHIFT ??= String(began - realNow());
  const shift = Number(process.env.TEST_CLOCK_SHIFT);
  const now = () => realNow() + shift;
  Real.now = now;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, as) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, as),
    apply: () => new Real(now()).toString(),
  });
  Real.prototype.constructor = globalThis.Date;
}
