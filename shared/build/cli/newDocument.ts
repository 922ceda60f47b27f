// What `npm run new:document` writes: a family of documents from the files of templates/document, and
// its entries in the files that name every family (ADR 0019). Kept apart from the command so that a
// test can let it write elsewhere and run what it wrote.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteDef } from '../../src/domain/access/pages.ts';
import {
  camel,
  Edit,
  FAMILY_TEXTS,
  lower,
  type Made,
  PERMISSIONS,
  type Permissions,
  ROUTES,
  refuse,
  snake,
  upper,
  words,
  writeJson,
  writeTemplates,
} from './edits.ts';

export interface NewDocument {
  readonly root: string;
  /** Module of the server: `containers`. Made where it does not exist. */
  readonly area: string | undefined;
  /** Of the family, in the plural: `site-inspections`. */
  readonly name: string | undefined;
  /** What one is called in Thai. */
  readonly thai?: string | undefined;
  /** The same in English; from the name unless said. */
  readonly label?: string | undefined;
  /** Of its numbers: `SI`. */
  readonly prefix?: string | undefined;
  /** Page of permissions.json whose verbs guard it; a page of its own unless said. */
  readonly page?: string | undefined;
  readonly remote?: string | undefined;
  /** Of its calls; from the name unless said. */
  readonly path?: string | undefined;
  /** Roles of demonstration and journey: who makes one, who decides. */
  readonly maker?: string | undefined;
  readonly decider?: string | undefined;
}

const MIGRATIONS = 'api/src/db/migrations';

/** Remote, journeys' tag and first segment of new paths of each module of the server. */
const AREAS: Readonly<
  Record<string, { readonly remote: string; readonly tag: string; readonly path: string }>
> = {
  warehouse: { remote: 'remote-warehouse', tag: 'warehouse', path: 'warehouse-management' },
  containers: { remote: 'remote-inventory', tag: 'warehouse', path: 'warehouse-inventory' },
  purchasing: {
    remote: 'remote-purchase-sales',
    tag: 'purchasing',
    path: 'purchase-management',
  },
  sales: { remote: 'remote-purchase-sales', tag: 'purchasing', path: 'sales-management' },
  service: {
    remote: 'remote-repair-maintenance',
    tag: 'warehouse',
    path: 'repair-management',
  },
};

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const AREA = /^[a-z][a-zA-Z0-9]*$/;
const PREFIX = /^[A-Z]{2,4}$/;
const THAI = /[\u0e00-\u0e7f]/;

/** `site-inspections` → `site-inspection`; `deliveries` → `delivery`. */
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(s|x|ch|sh)es$/.test(name)) return name.slice(0, -2);
  return name.slice(0, -1);
}

/** Verbs of the machine that a family is made with. */
const verbsOf = (completeVerb: string): string[] => [
  ...new Set(['create', 'update', 'approve', completeVerb, 'cancel']),
];

interface Names {
  readonly kebab: string;
  readonly many: string;
  readonly one: string;
  readonly label: string;
  readonly plural: string;
  readonly thai: string;
  readonly prefix: string;
  readonly page: string;
  readonly remote: string;
  readonly area: string;
  readonly path: string;
  readonly areaPath: string;
  readonly tag: string;
}

function namesOf(edit: Edit, options: NewDocument): Names {
  const { root, area, name, thai, prefix } = options;
  refuse(!AREA.test(area ?? ''), `"${area ?? ''}" is no name of a module of the server`);
  refuse(
    !NAME.test(name ?? '') || !/s$/.test(name ?? ''),
    `"${name ?? ''}" is no name: use small letters, digits and hyphens, in the plural`,
  );
  refuse(
    thai === undefined || !THAI.test(thai),
    `"${name}" has no name in Thai: add --thai "…", what one is called`,
  );
  refuse(
    prefix === undefined || !PREFIX.test(prefix),
    `"${name}" has no prefix for its numbers: add --prefix, two to four capital letters`,
  );
  const kebab = name ?? '';
  const known = AREAS[area ?? ''];
  const remote = options.remote ?? known?.remote;
  refuse(
    remote === undefined,
    `No remote is known for the module "${area}": add --remote remote-…`,
  );
  refuse(
    !existsSync(join(root, remote ?? '', 'contributions.ts')),
    `There is no remote "${remote}"; make one with npm run new:remote`,
  );
  const families = edit.read('shared/src/domain/documents/families.ts');
  refuse(
    families.includes(`prefix: '${prefix}'`),
    `The prefix "${prefix}" is taken (shared/src/domain/documents/families.ts)`,
  );
  const many = camel(kebab);
  refuse(
    new RegExp(`^ {2}${many}: \\{`, 'm').test(families) ||
      existsSync(join(root, 'shared/src/contract/areas', `${many}.ts`)),
    `There is a family "${many}" already`,
  );
  return {
    kebab,
    many,
    one: camel(singular(kebab)),
    label: options.label ?? words(singular(kebab)),
    plural: words(kebab),
    thai: thai ?? '',
    prefix: prefix ?? '',
    page: options.page ?? kebab,
    remote: remote ?? '',
    area: area ?? '',
    path: options.path ?? `/${snake(kebab)}`,
    areaPath: known?.path ?? (remote ?? '').replace('remote-', ''),
    tag: known?.tag ?? 'warehouse',
  };
}

interface Pages {
  readonly list: RouteDef;
  readonly create: RouteDef;
  readonly document: RouteDef;
}

/** The three routes of a family: those that the page has, and new ones for what it lacks. */
function routesOf(edit: Edit, names: Names): Pages {
  const table = edit.json<{ routes: RouteDef[] }>(ROUTES);
  const { page, remote, areaPath, kebab, plural, label, thai } = names;
  const of = table.routes.filter((route) => route.page === page);
  const elsewhere = of.find((route) => route.remote !== remote);
  refuse(elsewhere !== undefined, `The page "${page}" belongs to ${elsewhere?.remote}`);
  const base = {
    remote,
    access: 'admin',
    ability: 'view',
    page,
    skipAbility: false,
    added: true,
  } as const;
  const one = singular(kebab);
  const list = of.find(({ name }) => name === page) ?? {
    path: `/${areaPath}/${kebab}`,
    name: page,
    title: plural,
    titleTh: thai,
    ...base,
  };
  const create = of.find(
    ({ path, needs }) => needs === `${page}:create` && /create$/.test(path),
  ) ?? {
    path: `/${areaPath}/${kebab}/create`,
    name: `${one}-create`,
    title: `New ${lower(label)}`,
    titleTh: `สร้าง${thai}`,
    ...base,
    needs: `${page}:create`,
    parent: list.name,
  };
  const document = of.find(({ path, needs }) => /\/:id$/.test(path) && needs === undefined) ?? {
    path: `/${areaPath}/${kebab}/:id`,
    name: `${one}-detail`,
    title: label,
    titleTh: thai,
    ...base,
    parent: list.name,
  };
  const added = [list, create, document].filter((route) => !of.includes(route));
  for (const { name } of added)
    refuse(
      table.routes.some((route) => route.name === name),
      `There is a route "${name}" already (${ROUTES})`,
    );
  if (added.length > 0)
    edit.write(ROUTES, JSON.stringify({ ...table, routes: [...table.routes, ...added] }, null, 2));
  return { list, create, document };
}

interface People {
  readonly maker: string;
  readonly decider: string;
  readonly completeVerb: string;
  /** Verbs that roles get by this: role, ability. */
  readonly grants: readonly (readonly [role: string, ability: string])[];
}

/** Verbs of the page and who has them: as the table says, and what it lacks. */
function permissionsOf(edit: Edit, names: Names, options: NewDocument): People {
  const { page } = names;
  const table = edit.json<Permissions>(PERMISSIONS);
  const isNew = table.pages[page] === undefined;
  const had = table.pages[page] ?? [];
  const completeVerb = had.includes('complete') ? 'complete' : 'update';
  const missing = [...verbsOf(completeVerb), ...(isNew ? ['update-others'] : [])].filter(
    (verb) => !had.includes(verb),
  );
  const holders = (verb: string) =>
    table.roles.filter(
      ({ pages, dataScope }) =>
        pages !== 'all' && dataScope === 'company' && pages[page]?.includes(verb) === true,
    );
  const maker = options.maker ?? holders('create')[0]?.name ?? 'warehouse-staff';
  const decider =
    options.decider ??
    holders('approve').find(({ name }) => name !== maker)?.name ??
    'warehouse-manager';
  const wanted: Readonly<Record<string, readonly string[]>> = {
    [maker]: missing.filter((verb) => verb === 'create' || verb === 'update'),
    [decider]: missing,
  };
  if (missing.length === 0) return { maker, decider, completeVerb, grants: [] };
  table.pages[page] = [...had, ...missing];
  for (const role of table.roles) {
    const verbs = wanted[role.name];
    if (verbs === undefined || typeof role.pages === 'string') continue;
    role.pages[page] = [...new Set([...(role.pages[page] ?? []), ...verbs])].sort();
  }
  for (const name of [maker, decider])
    refuse(!table.roles.some((role) => role.name === name), `There is no role "${name}"`);
  edit.write(PERMISSIONS, JSON.stringify(table, null, 2));
  const grants = [maker, decider].flatMap((role) =>
    (wanted[role] ?? []).map((verb) => [role, `${page}:${verb}`] as const),
  );
  return { maker, decider, completeVerb, grants };
}

const grantsSql = (grants: People['grants']): string =>
  grants.length === 0
    ? ''
    : `
-- Verbs of roles that exist already; new databases get them by the base seed.
insert into role_permissions (role_id, name)
select r.id, v.verb from roles r
  join (values
${grants.map(([role, ability]) => `    ('${role}', '${ability}')`).join(',\n')}) as v(role, verb) on v.role = r.name
on conflict do nothing;
`;

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, MIGRATIONS)).map((file) => Number(file.slice(0, 4)));
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

/** Texts of a family: fields and columns of lines are the server's words too. */
const textsOf = ({ label, plural, thai }: Names) => ({
  en: {
    title: plural,
    one: lower(label),
    new: `New ${lower(label)}`,
    create: `Create ${lower(label)}`,
    save: `Save ${lower(label)}`,
    edit: 'Edit {{name}}',
    empty: `${plural} are asked for here, approved and completed.`,
    section: { general: 'General', items: 'Items' },
    field: {
      warehouse: 'Warehouse',
      neededBy: 'Needed by',
      itemCount: 'Lines',
      createdBy: 'Created by',
      items: 'Items',
      remark: 'Remark',
    },
    line: { lineNo: '#', part: 'Part', partId: 'Part', quantity: 'Quantity', note: 'Note' },
  },
  th: {
    title: thai,
    one: thai,
    new: `สร้าง${thai}`,
    create: `บันทึก${thai}`,
    save: `บันทึกการแก้ไข${thai}`,
    edit: 'แก้ไข {{name}}',
    empty: `สร้าง ขออนุมัติ และปิด${thai}ได้ที่หน้านี้`,
    section: { general: 'ข้อมูลทั่วไป', items: 'รายการ' },
    field: {
      warehouse: 'คลัง',
      neededBy: 'ต้องการภายใน',
      itemCount: 'จำนวนรายการ',
      createdBy: 'ผู้สร้าง',
      items: 'รายการ',
      remark: 'หมายเหตุ',
    },
    line: { lineNo: '#', part: 'อะไหล่', partId: 'อะไหล่', quantity: 'จำนวน', note: 'หมายเหตุ' },
  },
});

/** Enters the family where server, contract and database name every family. */
function enterShared(edit: Edit, { many, one, label, thai, prefix, area }: Names, pages: Pages) {
  const Many = upper(many);
  const families = 'shared/src/domain/documents/families.ts';
  edit.importing(families, `import { ${one}Machine } from '../${area}/${one}Machine.ts';`);
  const entry = `  ${many}: {
    machine: ${one}Machine,
    table: '${many}',
    prefix: '${prefix}',
    opens: '${pages.document.name}',
    label: { en: '${label}', th: '${thai}' },
  },
`;
  edit.write(
    families,
    edit.read(families).replace('} as const satisfies', () => `${entry}} as const satisfies`),
  );
  const glossary = 'docs/glossary.md';
  const meaning = 'Something is asked for, approved and completed.';
  const term = `| ${label} | ${thai} | ${prefix} | ${meaning} | shared/src/domain/${area}/${one}Machine.ts |`;
  edit.write(
    glossary,
    edit.read(glossary).replace('\n\n## Stock', () => `\n${term}\n\n## Stock`),
  );
  const contract = 'shared/src/contract/index.ts';
  edit.importing(contract, `import { ${many}Area } from './areas/${many}.ts';`);
  edit.after(contract, 'export const contract = {', `\n  ...${many}Area,`);
  const schema = 'api/src/db/schema.ts';
  edit.importing(schema, `import type { ${Many}Tables } from './schema/${many}.ts';`);
  edit.after(schema, /^export interface Database\s+extends /m, `${Many}Tables, `);
}

/** Enters the family in its module; a module that does not exist is made and joined. */
function enterModule(edit: Edit, root: string, { area, many, one }: Names): void {
  const index = `api/src/modules/${area}/index.ts`;
  const statement = `import { ${one}Family, ${one}Handlers } from './${many}/index.ts';`;
  if (existsSync(join(root, index))) {
    edit.importing(index, statement);
    edit.after(index, /\bhandlers: \{/, `\n    ...${one}Handlers,`);
    edit.after(index, /\bfamilies: \[/, `\n    ${one}Family,`);
    return;
  }
  edit.write(
    index,
    `import type { ServerModule } from '../../workflow/index.ts';
${statement}

export const ${area}Module = {
  handlers: { ...${one}Handlers },
  families: [${one}Family],
} satisfies ServerModule;
`,
  );
  const modules = 'api/src/modules/index.ts';
  edit.importing(modules, `import { ${area}Module } from './${area}/index.ts';`);
  edit.after(modules, '  purchasingModule,', `\n  ${area}Module,`);
  edit.after(modules, '  ...purchasingModule.handlers,', `\n  ...${area}Module.handlers,`);
  const order = '.dependency-cruiser.cjs';
  if (!edit.read(order).includes(`'modules/${area}',`))
    edit.after(order, "  'modules/purchasing',", `\n  'modules/${area}',`);
}

function enterDemo(edit: Edit, { many }: Names): void {
  const demo = 'api/src/demo/index.ts';
  const make = `make${upper(many)}`;
  edit.importing(demo, `import { ${make} } from './${many}.ts';`);
  edit.after(
    demo,
    '  await countShelves(office, { setting });',
    `\n  await ${make}(office, { setting });`,
  );
}

/** Enters the pages in their remote. */
function enterRemote(edit: Edit, names: Names, { list, create, document }: Pages): void {
  const { remote, many, one, page, plural, thai } = names;
  const contributions = `${remote}/contributions.ts`;
  const entry = `${remote}/src/remote.ts`;
  const kinds = [
    [document, 'document'],
    [create, 'create'],
    [list, 'list'],
  ] as const;
  for (const [{ name }, kind] of kinds) {
    refuse(
      new RegExp(`^ {2}(\\{ name: )?'${name}',`, 'm').test(edit.read(contributions)),
      `${remote} has a page "${name}" already`,
    );
    const row =
      kind === 'list'
        ? `{ name: '${name}', list: { call: '${many}.list', machine: '${one}' } }`
        : `'${name}'`;
    edit.after(contributions, /pages: readonly PageEntry\[\] = \[/, `\n  ${row},`);
    edit.after(
      entry,
      /pages: \{/,
      `\n    '${name}': () => import('./features/${many}/${many}.${kind}.page.tsx'),`,
    );
  }
  const search = `
  documentSearch({
    name: '${names.kebab}',
    title: { en: '${plural}', th: '${thai}' },
    page: '${page}',
    list: '${many}.list',
    of: 'warehouse',
    opens: '${document.name}',
  }),`;
  const has = (word: string) => new RegExp(`\\b${word}\\b`).test(edit.read(contributions));
  const missing = [
    ...(has('documentSearch') ? [] : ['documentSearch']),
    ...(has('SearchContribution') ? [] : ['type SearchContribution']),
  ];
  if (has('const search')) edit.after(contributions, /const search: [^=]+= \[/, search);
  else
    edit.write(
      contributions,
      `${edit.read(contributions)}\nexport const search: readonly SearchContribution[] = [${search}\n];\n`,
    );
  if (missing.length > 0)
    edit.importing(
      contributions,
      `import { ${missing.join(', ')} } from '@boxyard/shared/contract/remote.ts';`,
    );
  const texts = textsOf(names);
  for (const language of ['en', 'th'] as const) {
    const { field, line, ...own } = texts[language];
    const bundle = `${remote}/src/i18n/${language}.json`;
    const named = { ...own, field: `=${many}.field`, line: `=${many}.line` };
    writeJson(edit, bundle, { ...edit.json<object>(bundle), [many]: named });
    writeJson(edit, `${FAMILY_TEXTS}/${many}.${language}.json`, { field, line });
  }
}

/**
 * A family of documents, whole: contract, machine, migration, tables, server, pages, texts, tests,
 * demonstration data and a journey. What it is made of is asked for, approved and completed, and has
 * lines of parts; whoever needs something else changes it from there (docs/add-a-document.md).
 */
export function newDocument(options: NewDocument): Made {
  const { root } = options;
  const edit = new Edit(root);
  const names = namesOf(edit, options);
  const pages = routesOf(edit, names);
  const people = permissionsOf(edit, names, options);
  writeTemplates(edit, 'document', {
    many: names.many,
    Many: upper(names.many),
    one: names.one,
    One: upper(names.one),
    kebab: names.kebab,
    table: snake(names.kebab),
    one_table: snake(singular(names.kebab)),
    Label: names.label,
    label: lower(names.label),
    Plural: names.plural,
    thai: names.thai,
    PREFIX: names.prefix,
    page: names.page,
    path: names.path,
    module: names.area,
    remote: names.remote,
    tag: names.tag,
    listRoute: pages.list.name,
    createRoute: pages.create.name,
    documentRoute: pages.document.name,
    listPath: pages.list.path,
    documentPath: pages.document.path,
    maker: people.maker,
    decider: people.decider,
    completeVerb: people.completeVerb,
    migration: nextMigration(root),
    grants: grantsSql(people.grants),
  });
  enterShared(edit, names, pages);
  enterModule(edit, root, names);
  enterDemo(edit, names);
  enterRemote(edit, names, pages);
  const granted = people.grants.map(([role, ability]) => `${role} gets ${ability}`).join(', ');
  return {
    ...edit.commit(),
    path: pages.list.path,
    open: [
      ...(granted === '' ? [] : [`Look at who may do what (permissions.json): ${granted}.`]),
      `Read the Thai texts of "${names.many}" in ${names.remote}/src/i18n/th.json and ${FAMILY_TEXTS}; they are made of the name.`,
      `Say in docs/glossary.md what a ${names.label.toLowerCase()} is.`,
    ],
  };
}
