import { type Machine, pagesOf, targetsOf, UPDATE_OTHERS } from '../src/domain/machine/machine.ts';

const undoOf = (undo: Machine['actions'][string]['undo']): string =>
  'action' in undo ? `\`${undo.action}\`` : `never: ${undo.irreversible}`;

const whoOf = (machine: Machine, action: Machine['actions'][string]): string => {
  if (action.verb === undefined) return 'the system';
  const onPages = (verb: string) =>
    pagesOf(machine)
      .map((page) => `\`${page}:${verb}\``)
      .join(' / ');
  const people = [onPages(action.verb)];
  if (action.ownerMay) people.push(`or whoever made it while ${action.ownerMay.join(', ')}`);
  if (action.own) people.push(`its owner, or ${onPages(UPDATE_OTHERS)}`);
  if (action.authors) people.push('who is an author from then on');
  const others = [action.notOwn ? 'authors' : null, ...(action.notBy ?? [])].filter(Boolean);
  if (others.length > 0) people.push(`not the ${others.join(', ')}`);
  return people.join(', ');
};

/** `same` where every state stays, the states where all lead to the same, else each with its own. */
function resultsOf(action: Machine['actions'][string]): string {
  const led = action.from.map((state) => [state, targetsOf(action, state).join(' / ')] as const);
  if (action.to.length > 0 && led.every(([state, results]) => state === results)) return 'same';
  const distinct = new Set(led.map(([, results]) => results));
  return distinct.size === 1
    ? action.to.join(', ')
    : led.map(([state, results]) => `${state} → ${results}`).join('; ');
}

/** One machine as a diagram and a table of its actions. */
export function section(machine: Machine): string {
  const [first] = Object.keys(machine.states);
  const arrows = Object.entries(machine.actions).flatMap(([name, action]) =>
    action.from.flatMap((state) =>
      targetsOf(action, state).map((next) => `  ${state} --> ${next}: ${name}`),
    ),
  );
  const ends = Object.entries(machine.states)
    .filter(([, { terminal }]) => terminal)
    .map(([state]) => `  ${state} --> [*]`);
  const rows = Object.entries(machine.actions).map(([name, action]) =>
    [
      `\`${name}\``,
      action.from.join(', '),
      resultsOf(action),
      whoOf(machine, action),
      action.reason ?? '',
      (action.guards ?? []).join(', '),
      undoOf(action.undo),
    ].join(' | '),
  );
  return [
    `## ${machine.id}`,
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${first}`,
    ...arrows,
    ...ends,
    '```',
    '',
    '| action | from | to | who | reason | guards | taken back by |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

/** docs/machines.md: every machine as it is, for people. */
export const machineDocs = (machines: readonly Machine[]): string =>
  [
    '# State machines',
    'Written by `npm run docs:machines` from the machines themselves; a test fails while it is not current. The server refuses what is not here, the browser draws its buttons from it (ADR 0001).',
    ...machines.map(section),
    '',
  ].join('\n\n');
