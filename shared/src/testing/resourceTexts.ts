import { contract, type Endpoint } from '../contract/index.ts';
import type { ListDef } from '../contract/list.ts';
import type { Field, FieldSection, LineColumn } from '../kit/form/fields.tsx';
import type { FilterSetting, Resource } from '../kit/resource/defineResource.ts';
import { fieldKeys } from '../kit/resource/useResourceText.ts';

/** Keys below a resource's texts of which one must exist. */
type OneOf = readonly string[];

const rows = contract as Readonly<Record<string, Endpoint>>;

const one = (label: string | undefined, keys: OneOf): OneOf =>
  label === undefined ? keys : [label];
const choices = (name: string, values: readonly string[] = []): OneOf[] =>
  values.map((value) => [`choice.${name}.${value}`]);

const ofLine = ({ name, label, values }: LineColumn): OneOf[] => [
  one(label, [`line.${name}`, `field.${name}`]),
  ...choices(name, values),
];

function ofField({ name, kind, options, values, lines }: Field): OneOf[] {
  const help = options.help === undefined ? [] : [[options.help]];
  if (kind === 'lines') return [[`section.${name}`], ...(lines?.columns ?? []).flatMap(ofLine)];
  // A field of one's own may draw its own label.
  const label = kind === 'custom' ? [] : [one(options.label, fieldKeys(name))];
  return [...label, ...help, ...choices(name, values)];
}

const ofForm = (entry: Field | FieldSection): OneOf[] =>
  'section' in entry
    ? [[`section.${entry.section}`], ...entry.fields.flatMap(ofField)]
    : ofField(entry);

/** A status has its machine's words; records in use and out of use have the kit's. */
const hasOwnWords = (name: string, { machine }: Pick<Resource, 'machine'>): boolean =>
  name === 'status' && machine !== undefined;

function ofList(def: ListDef, resource: Resource): OneOf[] {
  const settings = (resource.filters ?? {}) as Readonly<Record<string, FilterSetting>>;
  const filters = Object.entries(def.filters).flatMap(([name, filter]) => {
    const counted = name === def.counts;
    if (settings[name]?.hidden === true && !counted) return [];
    if (filter.kind === 'id' && filter.lookup === undefined) return [];
    const label = one(settings[name]?.label, fieldKeys(name === 'isActive' ? 'status' : name));
    const isOwn = filter.kind !== 'enum' || hasOwnWords(name, resource);
    return [label, ...(isOwn ? [] : choices(name, filter.values))];
  });
  return [...filters, ...(def.dateField === undefined ? [] : [fieldKeys(def.dateField)])];
}

/**
 * What the kit asks of a resource's texts wherever it draws the resource. One without columns is the
 * form of another step of a document: it has no list.
 */
export function textsAskedBy(resource: Resource): OneOf[] {
  if (resource.columns.length === 0) return resource.form.flatMap(ofForm);
  const endpoint = rows[resource.list];
  const columns = resource.columns.map(({ key, options }) =>
    one(options.title, fieldKeys(key === 'isActive' ? 'status' : key)),
  );
  const creates = rows[`${resource.family}.create`] ?? rows[`${resource.family}.save`];
  const isMade = resource.routes?.create !== undefined || (resource.form.length > 0 && creates);
  return [
    ['title'],
    ...(isMade ? [['new']] : []),
    ...(resource.routes?.document !== undefined || resource.form.length > 0 ? [['one']] : []),
    ...columns,
    ...resource.form.flatMap(ofForm),
    ...(endpoint?.kind === 'list' ? ofList(endpoint.list, resource) : []),
  ];
}
