/**
 * What a measurement found. Figures and goals depend on the machine; a fault (a call that failed, a
 * broken invariant) is one on every machine, and is what the tests look at.
 */
export class Report {
  readonly #name: string;
  readonly #print: (line: string) => void;
  readonly lines: string[] = [];
  readonly faults: string[] = [];
  readonly missed: string[] = [];

  constructor(
    name: string,
    print: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
  ) {
    this.#name = name;
    this.#print = print;
  }

  say(text: string): void {
    this.lines.push(text);
    this.#print(`${this.#name}: ${text}`);
  }

  /** The same, of calls none of which may have failed. */
  sayLoad(
    text: string,
    { failed, failure }: { failed: number; failure: string | undefined },
  ): void {
    this.say(text);
    if (failed > 0) this.fault(`${failed} calls failed, first ${failure}`);
  }

  fault(text: string): void {
    this.faults.push(text);
    this.say(text);
  }

  goal(isMet: boolean, text: string): void {
    if (!isMet) this.missed.push(text);
  }

  get isGood(): boolean {
    return this.faults.length + this.missed.length === 0;
  }
}

/** The number of an environment variable, `BENCH_ROWS` for `ROWS`. */
export const asked = (name: string, otherwise: number): number =>
  Number(process.env[`BENCH_${name}`] ?? otherwise);
