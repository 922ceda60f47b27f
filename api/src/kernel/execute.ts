import { contract, type Endpoint } from '@boxyard/shared/contract';
import { can } from '@boxyard/shared/domain';
import type { MachineAbility } from '@boxyard/shared/domain/access/machineAbilities.ts';
import type { Actor } from './actor.ts';
import { doneMessage } from './doneMessage.ts';
import {
  AppError,
  conflict,
  type FieldFault,
  forbidden,
  notFound,
  refuseFaults,
  unauthenticated,
} from './errors.ts';
import { type Claim, claim, hashRequest, keepAnswer, type StoredAnswer } from './idempotency.ts';
import { readImportFiles, readStatementFiles } from './imports.ts';
import { emptyAnswer, isServed } from './lookups.ts';
import { asAnswer } from './pgErrors.ts';
import { present } from './present.ts';
import { type RawQuery, readListQuery, readQuery } from './query.ts';
import type { Runtime } from './runtime.ts';
import { claimStep, keepStep, type Step } from './steps.ts';
import type { ContractName, Ctx, FileResult, Locale, StreamResult, UploadedFile } from './types.ts';
import { validate } from './validate.ts';
import { withIfMatch } from './versions.ts';

/** Who calls and from where. */
export interface CallMeta {
  readonly actor: Actor;
  readonly locale: Locale;
  readonly requestId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly lastEventId?: string | null;
  readonly isJob?: boolean;
  /** `Cache-Control: no-cache`: the caller has just written, perhaps through another server. */
  readonly wantsFresh?: boolean;
}

export interface CallInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: RawQuery;
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
  readonly idempotencyKey: string | null;
  /** `"<version>"`, in place of the body's `version`. */
  readonly ifMatch?: string | null;
}

export type Answer =
  | {
      readonly kind: 'json';
      readonly statusCode: number;
      readonly body: unknown;
      readonly text: string;
      readonly replayed: boolean;
      /** Depends on who asks: no browser keeps it for the next person. */
      readonly isPersonal?: true;
    }
  | ({ readonly kind: 'file' } & FileResult)
  | ({ readonly kind: 'stream' } & StreamResult);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const endpoints: Readonly<Record<string, Endpoint>> = contract;

/** A machine acts by its key alone, a person by a session alone: neither is the other (ADR 0033). */
function checkMachine({ ability }: { readonly ability: MachineAbility }, actor: Actor): void {
  if (actor.machine === undefined) throw unauthenticated();
  if (!actor.machine.abilities.includes(ability)) throw forbidden();
}

/** Who may make the calls of people; scheduled work and the demonstration make them as well. */
const PEOPLE: ReadonlySet<Actor['kind']> = new Set(['person', 'system']);

/** 401 and 403 by the class of the call (domain-conventions "Classes of calls"). */
export function checkAccess(name: ContractName, actor: Actor): void {
  const { access } = endpointOf(name);
  if (access.kind === 'public') return;
  if (access.kind === 'machine') {
    checkMachine(access, actor);
    return;
  }
  if (access.kind === 'provider') {
    if (actor.kind !== 'provider') throw unauthenticated();
    return;
  }
  if (access.kind === 'link') {
    if (actor.link?.to !== access.to) throw notFound();
    return;
  }
  if (!PEOPLE.has(actor.kind)) throw unauthenticated();
  if (access.kind !== 'ability') return;
  if (access.anyOf.some((ability) => can(actor.grants, ability))) return;
  // Only whoever may create such a record can own one; the machine asks whose it is.
  const mayOwn =
    access.orOwner && access.anyOf.some((a) => can(actor.grants, `${a.split(':')[0]}:create`));
  if (!mayOwn) throw forbidden();
}

export const endpointOf = (name: ContractName): Endpoint => {
  const endpoint = endpoints[name];
  if (!endpoint) throw new Error(`the contract has no row "${name}"`);
  return endpoint;
};

interface Checked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

/** 404 for ids that are none, then 422 with every fault of query and body. */
function check(endpoint: Endpoint, input: CallInput, precondition: readonly FieldFault[]): Checked {
  for (const [name, value] of Object.entries(input.params)) {
    if ((name === 'id' || name.endsWith('Id')) && !UUID.test(value)) throw notFound();
  }
  const query =
    endpoint.kind === 'list'
      ? readListQuery(endpoint, input.query)
      : readQuery(
          endpoint.kind === 'one' || endpoint.kind === 'file' ? endpoint.query : undefined,
          input.query,
        );
  const body = readBody(endpoint, input.body);
  refuseFaults([...query.faults, ...body.faults, ...precondition]);
  return { params: input.params, query: query.value, body: body.value, files: input.files };
}

function readBody(
  endpoint: Endpoint,
  body: unknown,
): { readonly value: unknown; readonly faults: readonly FieldFault[] } {
  const schema = 'body' in endpoint ? endpoint.body : undefined;
  if (schema !== undefined) return validate(schema, body ?? {});
  if (body === undefined || body === null) return { value: undefined, faults: [] };
  if (typeof body !== 'object') return { value: undefined, faults: [{ field: '', code: 'TYPE' }] };
  const faults = Object.keys(body).map((field): FieldFault => ({ field, code: 'UNKNOWN_KEY' }));
  return { value: undefined, faults };
}

/** Before the transaction begins: tables and bank statements are read, other files are stored. */
async function readFiles(
  runtime: Runtime,
  endpoint: Endpoint,
  { meta, input }: { meta: CallMeta; input: CallInput },
): Promise<readonly UploadedFile[]> {
  const accepts = endpoint.kind === 'mutation' ? endpoint.files?.accepts : undefined;
  const read =
    accepts === 'tables'
      ? readImportFiles
      : accepts === 'statements'
        ? readStatementFiles
        : undefined;
  if (read) return read(runtime.app, input.files, meta.actor.userId);
  const kept: UploadedFile[] = [];
  // One after the other: each holds its content, and a store is no faster for four at once.
  for (const file of input.files) {
    kept.push({ ...file, stored: await runtime.files.put(file.content) });
  }
  return kept;
}

type LooseHandler = (ctx: Ctx, input: Checked) => Promise<unknown>;

/** Runs an endpoint after its access was checked: validation, transaction, idempotency, answer. */
export async function execute(
  runtime: Runtime,
  name: ContractName,
  { meta, input: asked }: { meta: CallMeta; input: CallInput },
): Promise<Answer> {
  const endpoint = endpointOf(name);
  const handler = runtime.handlers[name] as LooseHandler | undefined;
  if (!handler) throw new Error(`no handler answers "${name}"`);
  const { body, faults } = withIfMatch(endpoint, asked.body, asked.ifMatch ?? null);
  const input = { ...asked, body };
  const valid = check(endpoint, input, faults);
  if (!isServed(name, meta.actor)) {
    const nothing = answerOf(runtime, endpoint, emptyAnswer(endpoint, valid.query));
    return nothing.kind === 'json' ? { ...nothing, isPersonal: true } : nothing;
  }
  const checked = { ...valid, files: await readFiles(runtime, endpoint, { meta, input }) };
  try {
    if (endpoint.kind === 'mutation' || endpoint.kind === 'bare') {
      return await mutate(runtime, { name, endpoint, handler, meta, input, checked });
    }
    const byKey = endpoint.kind === 'one' && endpoint.path.includes('/:');
    // A single record is changed next, by its version: it is always read as it is.
    const mayBeOld = endpoint.kind === 'list';
    return await runtime.read(meta, { byKey, mayBeOld }, async (ctx) =>
      answerOf(runtime, endpoint, await handler(ctx, checked)),
    );
  } catch (error) {
    const refusal = asAnswer(error, runtime.constraintFields);
    throw await runtime.refusalFor(runtime.readCtx(meta), refusal);
  }
}

interface Mutating {
  readonly name: ContractName;
  readonly endpoint: Endpoint;
  readonly handler: LooseHandler;
  readonly meta: CallMeta;
  readonly input: CallInput;
  readonly checked: Checked;
}

/** The key's claim, the handler and the cached response commit together or not at all. */
async function mutate(runtime: Runtime, call: Mutating): Promise<Answer> {
  const { endpoint, handler, meta, input, checked } = call;
  const request = claimOf(call);
  const step = stepOf(call, request);
  const answer = await runtime.transactCtx(meta, async (ctx): Promise<Answer> => {
    if (request !== null) {
      const earlier = await claim(ctx.pg, request);
      if (earlier) return replayed(earlier);
    }
    if (step !== null && (await claimStep(ctx.pg, step))) return answerLate(runtime, ctx, call);
    const fresh = mutationAnswer(runtime, endpoint, { ctx, result: await handler(ctx, checked) });
    if (request !== null && fresh.kind === 'json') {
      const { statusCode, text: body } = fresh;
      ctx.background(keepAnswer(ctx.pg, request, { statusCode, body, at: ctx.clock.now() }));
      if (step !== null) ctx.background(keepStep(ctx.pg, step, ctx.clock.now()));
    }
    return fresh;
  });
  if (
    /^(users|roles|roleGroups|menus|teams|teamMoves|auth)\./.test(call.name) &&
    input.body !== null
  )
    runtime.app.forgetActors();
  return answer;
}

function claimOf({ name, endpoint, meta, input }: Mutating): Claim | null {
  if (input.idempotencyKey === null || meta.actor.kind !== 'person') return null;
  if (endpoint.kind === 'mutation' && endpoint.answersSecret) return null;
  return {
    userId: meta.actor.userId,
    route: name,
    key: input.idempotencyKey,
    bodyHash: hashRequest({
      path: JSON.stringify(input.params),
      body: input.body ?? null,
      files: input.files.map(({ field, sha256 }) => ({ field, sha256 })),
    }),
  };
}

/** The step that a call is, where its row says so: its key is an id that is never used again. */
function stepOf({ endpoint, input }: Mutating, request: Claim | null): Step | null {
  if (request === null || endpoint.kind !== 'mutation') return null;
  if (endpoint.remembersBy === undefined || !UUID.test(request.key)) return null;
  return { ...request, subjectId: input.params.id ?? '' };
}

/**
 * Answers a step that was done so long ago that its answer is forgotten: by the record as it is now, or
 * with 409 `STEP_DONE` where this person sees it no longer.
 */
async function answerLate(runtime: Runtime, ctx: Ctx, { endpoint, input }: Mutating) {
  const name = (endpoint.kind === 'mutation' ? endpoint.remembersBy : undefined) as ContractName;
  const read = runtime.handlers[name] as LooseHandler;
  try {
    const { id = '' } = input.params;
    const found = await read(ctx, { params: { id }, query: {}, body: undefined, files: [] });
    const answer = answerOf(runtime, endpointOf(name), found);
    return answer.kind === 'json' ? { ...answer, replayed: true } : answer;
  } catch (error) {
    if (error instanceof AppError && error.statusCode === 404) throw conflict('STEP_DONE');
    throw error;
  }
}

const replayed = ({ statusCode, body }: StoredAnswer): Answer => ({
  kind: 'json',
  statusCode,
  body: JSON.parse(body) as unknown,
  text: body,
  replayed: true,
});

/** The answer to a change says what was done, unless the handler has said something itself. */
function mutationAnswer(
  runtime: Runtime,
  endpoint: Endpoint,
  { ctx, result }: { readonly ctx: Ctx; readonly result: unknown },
): Answer {
  const { data, message } = result as { readonly data?: unknown; readonly message?: unknown };
  const said = message === undefined ? doneMessage(ctx, endpoint, data) : undefined;
  return answerOf(
    runtime,
    endpoint,
    said === undefined ? result : { ...(result as object), message: said },
  );
}

/** The envelope of each kind of endpoint (domain-conventions "Envelope"). */
function answerOf(runtime: Runtime, endpoint: Endpoint, result: unknown): Answer {
  const value = result as Readonly<Record<string, unknown>>;
  const strict = runtime.strictAnswers;
  const json = (body: unknown, statusCode = 200): Answer => ({
    kind: 'json',
    statusCode,
    body,
    text: JSON.stringify(body),
    replayed: false,
  });
  if ('file' in value) return { kind: 'file', ...(result as FileResult) };
  switch (endpoint.kind) {
    case 'list': {
      const rows = value.rows as readonly unknown[];
      const meta = value.meta as Readonly<Record<string, unknown>>;
      const summary =
        endpoint.summaryOf && meta.summary !== undefined
          ? { summary: present(endpoint.summaryOf, meta.summary, strict) }
          : {};
      return json({
        data: rows.map((row) => present(endpoint.row, row, strict)),
        meta: { ...meta, ...summary },
      });
    }
    case 'one':
      return json({ data: present(endpoint.data, value.data, strict) });
    case 'mutation': {
      const { message } = value;
      return json(
        {
          data: present(endpoint.data, value.data, strict),
          ...(typeof message === 'string' ? { message } : {}),
        },
        endpoint.status ?? 200,
      );
    }
    case 'bare':
      return json(present(endpoint.data, value.data, strict));
    case 'stream':
      return { kind: 'stream', ...(result as StreamResult) };
    case 'file':
      throw new AppError(500, 'INTERNAL');
  }
}
