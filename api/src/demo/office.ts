import type { DataOf } from '@boxyard/shared/contract';
import {
  type Actor,
  type App,
  AppError,
  type Contract,
  type ContractName,
  type Input,
  linkActor,
  type ManualClock,
} from '../kernel/index.ts';

type Answer<K extends ContractName> = DataOf<Contract[K]>;
type CallInput<K extends ContractName> = Partial<{
  params: Input<K>['params'];
  query: object;
  body: unknown;
  files: Input<K>['files'];
}>;

/** The story must not be refused: whoever starts the server reads which call of whom was, and why. */
const namingCall = (account: string, name: string) => (error: unknown) => {
  if (error instanceof AppError) {
    const why = error.faults.map(({ field, code }) => `${field} ${code}`).join(', ');
    error.message = `the demonstration's ${account} calls ${name}: ${error.code}${why && ` (${why})`}`;
  }
  throw error;
};

/**
 * The demonstration's people at work: every act is a call of the contract by a person with their
 * own rights, exactly as the browser would make it, at the hour of the story's clock.
 */
export class Office {
  readonly #app: App;
  readonly #actors = new Map<string, Actor>();
  readonly clock: ManualClock;

  constructor(app: App, clock: ManualClock) {
    this.#app = app;
    this.clock = clock;
  }

  /** Everybody who works here. */
  get accounts(): readonly string[] {
    return [...this.#actors.keys()];
  }

  /** Lets `account` act from now on as user `userId`. Rights are read now and at `refresh`. */
  async hire(account: string, userId: string): Promise<void> {
    this.#actors.set(account, await this.#app.actorOf(userId));
  }

  /** Reads somebody's rights again: they have another place in the company. */
  async refresh(account: string): Promise<void> {
    await this.hire(account, this.idOf(account));
  }

  /** The id of somebody who works here. */
  idOf(account: string): string {
    const actor = this.#actors.get(account);
    if (!actor) throw new Error(`nobody in the demonstration is called "${account}"`);
    return actor.userId;
  }

  /** Calls an endpoint as `account`; the answer's data. Refusals throw AppError. */
  async act<K extends ContractName>(
    account: string,
    name: K,
    input: CallInput<K> = {},
  ): Promise<Answer<K>> {
    const actor = this.#actors.get(account);
    if (!actor) throw new Error(`nobody in the demonstration is called "${account}"`);
    this.clock.advance(40_000);
    const result = await this.#app.call({ actor }, name, input).catch(namingCall(account, name));
    return (result as unknown as { data: Answer<K> }).data;
  }

  /** Calls an endpoint as somebody without an account, who holds the link of a container. */
  async actByLink<K extends ContractName>(
    containerId: string,
    name: K,
    input: CallInput<K> = {},
  ): Promise<Answer<K>> {
    const actor = linkActor({ to: 'container', id: containerId });
    this.clock.advance(40_000);
    const result = await this.#app
      .call({ actor, locale: 'th' }, name, input)
      .catch(namingCall('stranger', name));
    return (result as unknown as { data: Answer<K> }).data;
  }

  /** All rows of a look-up or list, as `account` sees them; `params` are those of its path. */
  async rows<R>(
    account: string,
    name: ContractName,
    { params = {}, ...query }: { readonly params?: object; readonly [key: string]: unknown } = {},
  ): Promise<R[]> {
    const actor = this.#actors.get(account);
    if (!actor) throw new Error(`nobody in the demonstration is called "${account}"`);
    const result = await this.#app
      .call({ actor }, name, { query, params } as object)
      .catch(namingCall(account, name));
    return [...(result as unknown as { rows: readonly R[] }).rows];
  }
}
