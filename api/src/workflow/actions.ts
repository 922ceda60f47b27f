import type { Machine } from '@boxyard/shared/domain';
import type { ContractName, Ctx, Family, Input } from '../kernel/index.ts';
import type { DocumentRow, DocumentType, TableName } from './documentType.ts';
import { type ActionOutcome, type Effect, type PathParams, runAction } from './runAction.ts';

/** `approve` of `repairs.approve`. */
export type CallOf<F extends string> = Family<F> extends `${F}.${infer S}` ? S : never;
export type NameOf<F extends string, S extends string> = Extract<ContractName, `${F}.${S}`>;

/** Calls that are answered alike in every family. */
export type CommonCall =
  | 'list'
  | 'master'
  | 'get'
  | 'create'
  | 'history'
  | 'moves'
  | 'document'
  | 'attach'
  | 'detach';

/** What an action reads of its call. */
type Called<K extends ContractName> = Pick<Input<K>, 'params' | 'body'>;
type Body<K extends ContractName> = Input<K>['body'];

/** Does the work of an action in its transaction. Not run for an endorsement. */
type Work<R extends DocumentRow, T extends TableName, B> = (
  ctx: Ctx,
  row: R,
  body: B,
) => Promise<Effect<T> | undefined>;

/** An action that needs more than its work. What is found before it is told with the body: `B`. */
interface ActionSpec<K extends ContractName, R extends DocumentRow, T extends TableName, B> {
  /** What is refused, read or held before the document is locked; answers what was found. */
  readonly before?: (ctx: Ctx, call: Called<K>) => Promise<B>;
  /** The machine's action, where the call is called otherwise, or names one of several. */
  readonly action?: string | ((body: Body<K> & B) => string);
  /** Its cause, where that is not the body's `reason`. */
  readonly reason?: (body: Body<K>) => string | null | undefined;
  readonly effect?: Work<R, T, Body<K> & B>;
  /**
   * What follows once it is written down, such as documents that read its number; the row is as it was
   * before. Not run for an endorsement.
   */
  readonly after?: (ctx: Ctx, row: R, body: Body<K> & B) => Promise<void>;
}

/** `close-short` is called `closeShort`. */
const actionCalled = ({ actions }: Machine, call: string): string =>
  Object.hasOwn(actions, call)
    ? call
    : call.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Makes the handlers of the actions of one kind of document, whose calls begin with `calls`. Id,
 * version, reason and comment are those of the call.
 */
export const actionsOf =
  <const F extends string, R extends DocumentRow, T extends TableName>(
    _calls: F,
    type: DocumentType<R, T>,
  ) =>
  <const S extends Exclude<CallOf<F>, CommonCall>, B = unknown>(
    name: S,
    work: Work<R, NoInfer<T>, Body<NameOf<F, S>>> | ActionSpec<NameOf<F, S>, R, NoInfer<T>, B> = {},
  ) => {
    type Spec = ActionSpec<NameOf<F, S>, R, T, B>;
    const spec: Spec = typeof work === 'function' ? { effect: work } : work;
    const { before, action = actionCalled(type.machine, name), reason, effect, after } = spec;
    if (typeof action === 'string' && !Object.hasOwn(type.machine.actions, action)) {
      throw new Error(`${type.machine.id} has no action "${action}"`);
    }
    return async (ctx: Ctx, call: Called<NameOf<F, S>>): Promise<ActionOutcome<R>> => {
      const found = await before?.(ctx, call);
      const body = { ...(call.body as object), ...found } as Body<NameOf<F, S>> & B;
      const { version, ...given } = body as {
        readonly version: number;
        readonly reason?: string | null;
        readonly comment?: string | null;
      };
      const outcome = await runAction(ctx, type, {
        action: typeof action === 'function' ? action(body) : action,
        id: (call.params as { readonly id: string }).id,
        path: call.params as PathParams,
        version,
        reason: (reason ? reason(body) : given.reason) || null,
        comment: given.comment ?? null,
        ...(effect ? { effect: (row: R) => effect(ctx, row, body) } : {}),
      });
      if (!outcome.endorsed) await after?.(ctx, outcome.before, body);
      return outcome;
    };
  };
