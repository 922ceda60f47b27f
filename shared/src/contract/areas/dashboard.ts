import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { nothing } from '../common.ts';
import { ability, mutation, one, SIGNED_IN } from '../endpoint.ts';

/** The page that one opens in the morning (domain-containers 5, ADR 0098). */

/** Names of figures and charts, with commas between. */
const names = () =>
  field.optional(
    z.string().check(z.regex(/^[a-zA-Z]{1,40}(,[a-zA-Z]{1,40}){0,39}$/, { error: 'ONE_OF' })),
  );

/** A piece of the page: a figure of the strip, or a widget of a remote. */
const piece = () =>
  z.string().check(z.regex(/^(figure|widget):[a-zA-Z][a-zA-Z0-9-]{0,59}$/, { error: 'ONE_OF' }));
const pieces = () => z.array(piece()).check(z.maxLength(200, { error: 'TOO_LONG' }));

/** Layout of a person's dashboard; without an order the default one. */
const layout = { order: pieces(), hidden: pieces() };

/** With what a figure is compared. */
export const COMPARED_WITH = ['daysBefore', 'weekAgo', 'yesterday'] as const;

/** Age of a work item; `overdue`: the day on which it is needed has passed. */
export const WORK_AGES = ['overdue', 'day', 'days3', 'week'] as const;

const figure = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(['count', 'money', 'percent']),
  /** null: it could not be read, while the others could; or there is nothing to share. */
  value: z.nullable(z.string()),
  hasFailed: z.boolean(),
  /** There are more: counting stopped. */
  isLowerBound: z.boolean(),
  previous: z.nullable(z.string()),
  comparedWith: z.enum(COMPARED_WITH),
  /** States whether a rise is better, worse or neither. */
  more: z.enum(['better', 'worse', 'neutral']),
  /** The list or report behind it, with the query that it is read by. */
  path: z.string(),
});
export type DashboardFigure = z.infer<typeof figure>;

/** A document that waits for an action of this person. */
const work = z.object({
  type: z.string(),
  id: field.id(),
  documentNo: z.nullable(z.string()),
  /** The task, and what it is called: "Approve the request". */
  key: z.string(),
  task: z.string(),
  title: z.string(),
  amount: z.nullable(z.string()),
  since: field.instant(),
  dueDate: z.nullable(field.date()),
  path: z.string(),
});
export type DashboardWork = z.infer<typeof work>;

const workPage = z.object({
  asOf: field.instant(),
  /** Documents that wait for an action of this person. */
  myWork: z.array(work),
  /** Number of work items that match the filters. */
  myWorkTotal: z.int(),
  /** Number of work items by task, whichever task is filtered. */
  myTasks: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      total: z.int(),
      /** The list in which all of them are; null where this person may not open it. */
      path: z.nullable(z.string()),
    }),
  ),
});
export type DashboardWorkPage = z.infer<typeof workPage>;

export const dashboardArea = {
  'dashboard.summary': one({
    path: '/dashboard/summary',
    access: ability('dashboard:view'),
    summary: 'Figures of the areas that this person may see, and how they have the page',
    query: z.object({
      keys: names(),
      /** So many of what waits for this person come along. */
      work: field.optional(z.enum(['5'], { error: 'ONE_OF' })),
    }),
    data: z.object({
      asOf: field.instant(),
      /** null: it could not be read; `dashboard.work` is to be asked. */
      work: z.optional(z.nullable(workPage)),
      /** Each is there only for those who may open the list or report behind it. */
      figures: z.array(figure),
      /** All figures that there may be, in their order, shown or not. */
      offered: z.array(z.object({ key: z.string(), label: z.string() })),
      layout: z.object({ order: z.array(z.string()), hidden: z.array(z.string()) }),
    }),
  }),
  'dashboard.work': one({
    path: '/dashboard/work',
    access: ability('dashboard:view'),
    summary: 'What waits for this person: what is overdue first, then the oldest',
    query: z.object({
      limit: field.optional(z.enum(['5', '50', '100'], { error: 'ONE_OF' })),
      page: field.optional(z.string().check(z.regex(/^([1-9]|1\d|20)$/, { error: 'INTEGER' }))),
      task: field.optional(field.requiredText(80)),
      age: field.optional(z.enum(WORK_AGES, { error: 'ONE_OF' })),
    }),
    data: workPage,
  }),
  'dashboard.arrange': mutation({
    method: 'PUT',
    path: '/dashboard/layout',
    access: SIGNED_IN,
    summary: 'Keeps the order of one’s dashboard, and what is not on it',
    body: z.object(layout),
    data: nothing(),
    notice: 'none',
    touches: ['dashboard'],
  }),
} as const;

/** Apart from the rest: widgets of remotes ask for them, and the host does not. */
export const dashboardChartsArea = {
  'dashboard.charts': one({
    path: '/dashboard/charts',
    access: ability('dashboard:view'),
    summary: 'Charts of the areas that this person may see',
    query: z.object({ keys: names() }),
    data: z.object({
      asOf: field.instant(),
      charts: z.array(
        z.object({
          key: z.string(),
          unit: z.enum(['count', 'money']),
          hasFailed: z.boolean(),
          series: z.array(z.string()),
          points: z.array(
            z.object({
              /** The status that the point stands for, where it is one. */
              key: z.optional(z.string()),
              label: z.string(),
              values: z.array(z.string()),
            }),
          ),
        }),
      ),
    }),
  }),
} as const;
