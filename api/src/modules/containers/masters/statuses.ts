import {
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type HandlersOf,
} from '../../../kernel/index.ts';
import { defineMaster } from '../../masterData/index.ts';
import { MODEL_WORDS, STATUS_WORDS } from './labels.ts';

/** Names, colours and order of the statuses of containers; their codes are the program's own. */
const productStatuses = defineMaster({ table: 'productStatuses', subject: 'productStatuses' });

const source = (ctx: Ctx) => ctx.db.selectFrom('productStatuses as s');
const COLUMNS = [
  's.id',
  's.version',
  's.axis',
  's.code',
  's.name',
  's.nameTh',
  's.color',
  's.sortOrder',
  's.createdAt',
  's.updatedAt',
] as const;

const statusList = defineList('productStatuses.list', {
  id: 's.id',
  from: source,
  select: (query) => query.select(COLUMNS),
  map: (rows) => rows,
  sorts: { sortOrder: 's.sort_order' },
  filters: { axis: 's.axis' },
  search: ['s.code', 's.name', 's.nameTh'],
  export: {
    fileName: 'container-statuses',
    columns: {
      axis: { title: STATUS_WORDS.field.axis, type: 'text' },
      code: { title: MODEL_WORDS.field.code, type: 'text' },
      name: { title: MODEL_WORDS.field.name, type: 'text' },
      nameTh: { title: MODEL_WORDS.field.nameTh, type: 'text' },
      color: { title: STATUS_WORDS.field.color, type: 'text' },
      sortOrder: { title: STATUS_WORDS.field.sortOrder, type: 'number' },
    },
  },
});

export const productStatusHandlers: HandlersOf<Family<'productStatuses'>> = {
  'productStatuses.list': statusList.run,
  'productStatuses.update': async (ctx, { params, body }) => {
    const before = await productStatuses.lock(ctx, params.id);
    const { version, ...values } = body;
    expectVersion(before, version);
    await productStatuses.update(ctx, before, { values });
    const row = await source(ctx)
      .where('s.id', '=', before.id)
      .select(COLUMNS)
      .executeTakeFirstOrThrow();
    return { data: row };
  },
};
