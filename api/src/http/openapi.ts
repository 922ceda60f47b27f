import {
  API_BASE,
  contract,
  type Endpoint,
  exportFormatsOf,
  type FilterDef,
  type ListDef,
  type Operator,
  operatorsOf,
} from '@boxyard/shared/contract';
import * as z from 'zod/mini';
import { answersVersion, takesVersion } from '../kernel/index.ts';

type Json = Record<string, unknown>;
type Schema = z.core.$ZodType;

const schemaOf = (schema: Schema, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json;
  if (io === 'input' && rest.type === 'object') return { ...rest, additionalProperties: false };
  return rest;
};

const parameter = (name: string, schema: Json, description?: string): Json => ({
  name,
  in: 'query',
  required: false,
  schema,
  ...(description === undefined ? {} : { description }),
  ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
});

const uuid = { type: 'string', format: 'uuid' };
const date = { type: 'string', format: 'date' };
const arrayOf = (items: Json): Json => ({ type: 'array', items });

function filterParameter(name: string, filter: FilterDef): Json {
  switch (filter.kind) {
    case 'enum':
      return parameter(name, arrayOf({ type: 'string', enum: [...filter.values] }));
    case 'id':
      return parameter(name, arrayOf(uuid));
    case 'flag':
      return parameter(name, { type: 'boolean' });
    case 'text':
      return parameter(name, { type: 'string', maxLength: filter.max ?? 100 });
  }
}

const CONDITION_WORDS: Readonly<Record<Operator, string>> = {
  not: 'None of these',
  empty: 'Whether it has none',
  before: 'Before this day',
  after: 'After this day',
  less: 'Less than this',
  greater: 'More than this',
};

/** `<field>.<operator>` of each condition that the list knows. */
function conditionParameters(def: ListDef): Json[] {
  const fields = new Set([...Object.keys(def.filters), ...Object.keys(def.compared ?? {})]);
  const schemaFor = (field: string, operator: Operator): Json => {
    const filter = def.filters[field];
    if (operator === 'empty') return { type: 'boolean' };
    if (operator === 'before' || operator === 'after') return date;
    if (operator !== 'not') return { type: 'string', pattern: '^-?\\d{1,15}(\\.\\d{1,4})?$' };
    return arrayOf(filter?.kind === 'enum' ? { type: 'string', enum: [...filter.values] } : uuid);
  };
  return [...fields].flatMap((field) =>
    operatorsOf(def, field).map((operator) =>
      parameter(`${field}.${operator}`, schemaFor(field, operator), CONDITION_WORDS[operator]),
    ),
  );
}

function listParameters(endpoint: Extract<Endpoint, { kind: 'list' }>): Json[] {
  const { list } = endpoint;
  const sorts = list.sorts.flatMap((sort) => [sort, `-${sort}`]);
  const filters = Object.entries(list.filters).map(([name, def]) => filterParameter(name, def));
  const limit =
    (list.maxLimit ?? 100) > 100
      ? { type: 'integer', minimum: 1, maximum: list.maxLimit, default: 10 }
      : { type: 'integer', enum: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100], default: 10 };
  return [
    parameter('page', { type: 'integer', minimum: 1, maximum: 1000, default: 1 }),
    parameter('limit', limit),
    parameter('sort', arrayOf({ type: 'string', enum: sorts }), `Default ${list.defaultSort}`),
    ...(list.searchable === false ? [] : [parameter('search', { type: 'string', maxLength: 100 })]),
    ...(list.dateField === undefined
      ? []
      : [
          parameter('startDate', date, `First Bangkok day of ${list.dateField}`),
          parameter('endDate', date, 'Last day, inclusive'),
        ]),
    parameter('ids', arrayOf(uuid)),
    parameter('after', { type: 'string' }, '`meta.next` of the page before'),
    parameter(
      'exact',
      { type: 'boolean', default: false },
      'Total and sums over everything; otherwise a total ends at 10,000, and beyond it there are no sums',
    ),
    ...(list.exportColumns
      ? [
          parameter(
            'format',
            { type: 'string', enum: [...exportFormatsOf(list)] },
            'The whole query as a file',
          ),
          parameter('columns', arrayOf({ type: 'string', enum: [...list.exportColumns] })),
        ]
      : []),
    ...filters,
    ...conditionParameters(list),
  ];
}

function queryParameters(schema: Schema): Json[] {
  const json = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    ...parameter(name, property),
    required: json.required?.includes(name) ?? false,
  }));
}

const jsonBody = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const object = (properties: Json, required = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required,
});

function successOf(endpoint: Endpoint): Json {
  switch (endpoint.kind) {
    case 'list': {
      const meta = { $ref: '#/components/schemas/ListMeta' };
      return jsonBody(object({ data: arrayOf(schemaOf(endpoint.row, 'output')), meta }));
    }
    case 'one':
      return jsonBody(object({ data: schemaOf(endpoint.data, 'output') }));
    case 'mutation':
      return jsonBody(
        object({ data: schemaOf(endpoint.data, 'output'), message: { type: 'string' } }, ['data']),
      );
    case 'bare':
      return jsonBody(schemaOf(endpoint.data, 'output'));
    case 'file':
      return { content: { [endpoint.mime]: { schema: { type: 'string', format: 'binary' } } } };
    case 'stream':
      return { content: { 'text/event-stream': { schema: { type: 'string' } } } };
  }
}

function bodyOf(endpoint: Endpoint): Json | undefined {
  if (!('body' in endpoint)) return undefined;
  const files = endpoint.kind === 'mutation' ? endpoint.files : undefined;
  if (files !== undefined) {
    const fields = endpoint.body ? (schemaOf(endpoint.body, 'input').properties as Json) : {};
    const schema = object(
      { ...fields, [files.field]: arrayOf({ type: 'string', format: 'binary' }) },
      [files.field],
    );
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (endpoint.body === undefined) return undefined;
  const schema = schemaOf(endpoint.body, 'input');
  if (!takesVersion(endpoint)) return { required: true, ...jsonBody(schema) };
  // In the body or in If-Match: no schema of a body can say that one of them is needed.
  const required = ((schema.required ?? []) as string[]).filter((key) => key !== 'version');
  return { required: required.length > 0, ...jsonBody({ ...schema, required }) };
}

const ERRORS: Readonly<Record<string, string>> = {
  '400': 'Malformed, or the CSRF pair does not match',
  '401': 'No session, or no valid key',
  '403': 'The ability is missing',
  '404': 'Not found, or out of scope',
  '409': 'Version, state, stock, limit, duplicate or idempotency',
  '422': 'Every faulty field at once',
  '429': 'Too many requests',
};

function errorsOf(endpoint: Endpoint): string[] {
  const { access, method, path } = endpoint;
  return [
    '400',
    ...(access.kind === 'public' || access.kind === 'link' ? [] : ['401']),
    ...(['public', 'machine', 'provider', 'link'].includes(access.kind) ? ['429'] : []),
    ...(access.kind === 'ability' || access.kind === 'machine' ? ['403'] : []),
    ...(path.includes(':') ? ['404'] : []),
    ...(method === 'GET' ? [] : ['409']),
    '422',
  ];
}

function securityOf({ kind }: Endpoint['access']): Json[] {
  if (kind === 'public' || kind === 'link') return [];
  if (kind === 'provider') return [{ providerSignature: [] }];
  return kind === 'machine' ? [{ machineKey: [] }] : [{ bearer: [] }];
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const { access } = endpoint;
  const success = endpoint.kind === 'mutation' ? String(endpoint.status ?? 200) : '200';
  const pathParameters = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameterName = '']) => ({
    name: parameterName,
    in: 'path',
    required: true,
    schema: /id$/i.test(parameterName) ? uuid : { type: 'string' },
  }));
  const query =
    endpoint.kind === 'list'
      ? listParameters(endpoint)
      : (endpoint.kind === 'one' || endpoint.kind === 'file') && endpoint.query
        ? queryParameters(endpoint.query)
        : [];
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
  };
  const version = {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: '^"[0-9]{1,15}"$' },
    description: 'In place of `version` in the body: the ETag of the record that was read',
  };
  const headers = [
    ...(endpoint.method === 'GET' ? [] : [key]),
    ...(takesVersion(endpoint) ? [version] : []),
  ];
  const requestBody = bodyOf(endpoint);
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: endpoint.summary,
    'x-access': access.kind,
    ...(access.kind === 'ability' ? { 'x-abilities': access.anyOf } : {}),
    ...(access.kind === 'lookup' ? { 'x-serves': access.serves } : {}),
    ...(access.kind === 'machine' ? { 'x-abilities': [access.ability] } : {}),
    security: securityOf(access),
    parameters: [...pathParameters, ...query, ...headers],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [success]: {
        description: 'Success',
        ...(answersVersion(endpoint) ? { headers: { ETag: VERSION_HEADER } } : {}),
        ...successOf(endpoint),
      },
      ...(endpoint.kind === 'one' && endpoint.cacheSeconds !== undefined
        ? { '304': { description: 'As the ETag in If-None-Match names it' } }
        : {}),
      ...Object.fromEntries(
        errorsOf(endpoint).map((status) => [
          status,
          {
            description: ERRORS[status] ?? '',
            ...jsonBody({ $ref: '#/components/schemas/Error' }),
          },
        ]),
      ),
    },
  };
}

const VERSION_HEADER: Json = {
  description: 'Its version in quotes, for If-Match',
  schema: { type: 'string' },
};

const COMPONENTS: Json = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    providerSignature: {
      type: 'apiKey',
      in: 'header',
      name: 'x-webhook-signature',
      description:
        '`v1=` and the hex HMAC-SHA-256 of `<x-webhook-timestamp>.<body>` with the shared secret; the timestamp is in seconds and five minutes off at most',
    },
    machineKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'bxk_…',
      description: 'The key of one container, for these calls alone',
    },
  },
  schemas: {
    ListMeta: object(
      {
        page: { type: 'integer' },
        limit: { type: 'integer' },
        totalItems: { type: 'integer' },
        totalIsLowerBound: { type: 'boolean' },
        totalPages: { type: 'integer' },
        sort: { type: 'string' },
        counts: {
          type: 'object',
          description:
            'Exact below 1,000, which means 1,000 or more; of the one value asked for as exact as the total',
          additionalProperties: { type: 'integer' },
        },
        axes: {
          type: 'object',
          additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
        },
        summary: { type: 'object' },
        next: { type: 'string' },
      },
      ['page', 'limit', 'totalItems', 'totalPages', 'sort'],
    ),
    Error: object(
      {
        statusCode: { type: 'integer' },
        code: { type: 'string' },
        message: { type: 'string' },
        errors: arrayOf(
          object(
            {
              field: { type: 'string' },
              code: { type: 'string' },
              message: { type: 'string' },
              params: { type: 'object' },
            },
            ['field', 'code', 'message'],
          ),
        ),
        errorCount: { type: 'integer' },
        details: { type: 'object' },
        requestId: { type: 'string' },
      },
      ['statusCode', 'code', 'message', 'requestId'],
    ),
  },
};

/** OpenAPI 3.1 of everything that is answered, from the contract's rows (architecture 3). */
export function openApiDocument(names: ReadonlySet<string>): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    if (!names.has(name)) continue;
    const path = `${API_BASE}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
    if (endpoint.kind === 'list' && endpoint.exportPath !== undefined) {
      const exported = `${API_BASE}${endpoint.exportPath}`;
      const operation = operationOf(`${name}.export`, endpoint);
      paths[exported] = { get: operation };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Boxyard',
      version: '1',
      description: 'Warehouse, purchasing, sales, repair and maintenance management.',
    },
    servers: [{ url: '/' }],
    paths,
    components: COMPONENTS,
  };
}
