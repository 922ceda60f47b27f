import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DOCUMENT_FAMILIES } from '../src/domain/documents/families.ts';

/** Citations and links lead somewhere: docs/domain/README.md says how a comment cites. */
const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const tracked = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const sources = tracked.filter((file) =>
  /\.(?:[cm]?[jt]sx?|sql|md|json|ya?ml|css|html)$/.test(file),
);
const pages = tracked.filter((file) => file.endsWith('.md'));

/** The owner's words and the pages that define the form: what they hold is no citation. */
const NOT_CITING: ReadonlySet<string> = new Set([
  'docs/specification.md',
  'docs/domain/README.md',
  'shared/build/docs.test.ts',
]);
/** Released migrations never change, not even in a comment: a database knows them by their hash. */
const RELEASED = /^api\/src\/db\/migrations\/0062_/;

const headings = (page: string): string[] =>
  read(page)
    .split('\n')
    .flatMap((line) => /^#{2,4} (.+)$/.exec(line)?.[1] ?? []);
/** `1.4` of `### 1.4 Part`, and `I24` of a row of a table. */
const numbers = (page: string): ReadonlySet<string> =>
  new Set([
    ...headings(page).flatMap((heading) => /^(\d+(?:\.\d+)*)\.? /.exec(heading)?.[1] ?? []),
    ...[...read(page).matchAll(/^\| ([DI]\d+) \|/gm)].map(([, row = '']) => row),
  ]);
const names = (page: string): ReadonlySet<string> => new Set(headings(page));

const DOMAIN = { warehouse: 'docs/domain/warehouse.md', containers: 'docs/domain/containers.md' };
const SECTIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  'domain-warehouse': numbers(DOMAIN.warehouse),
  'domain-containers': numbers(DOMAIN.containers),
  'domain-conventions': names('docs/domain/conventions.md'),
  architecture: numbers('docs/architecture.md'),
  quality: names('docs/quality.md'),
  specification: numbers('docs/specification.md'),
};
/** Words of a sentence as well: they cite only where a number or a name follows. */
const WORDS: ReadonlySet<string> = new Set(['architecture', 'quality', 'specification']);

/** A comment as one line, however it was wrapped. */
const joined = (text: string): string => text.replace(/\s*\n\s*(?:\*|\/\/|--)?[ \t]*/g, ' ');

interface Citation {
  readonly page: string;
  readonly section: string;
}

const ITEM = String.raw`(?:[DI]?\d+(?:\.\d+)*(?:[–-][DI]?\d+(?:\.\d+)*)?|"[A-Z][^"]*")`;
const CITATION = new RegExp(
  String.raw`\b(domain-[a-z]+|architecture|quality|specification)(?:\.md)?[,:]? (${ITEM}(?:(?:, | and |,)${ITEM})*)?`,
  'g',
);

/** What a text cites; a citation without a section has an empty one. */
function citationsOf(text: string): Citation[] {
  return [...joined(text).matchAll(CITATION)].flatMap(([, page = '', list]) => {
    if (list === undefined) return WORDS.has(page) ? [] : [{ page, section: '' }];
    const items = list.match(new RegExp(ITEM, 'g')) ?? [];
    return items.flatMap((item) =>
      item.startsWith('"')
        ? [{ page, section: item.slice(1, -1) }]
        : item.split(/[–-]/).map((section) => ({ page, section })),
    );
  });
}

const isThere = ({ page, section }: Citation): boolean => SECTIONS[page]?.has(section) === true;

describe('citations', () => {
  it('reads every form that docs/domain/README.md defines', () => {
    const text = `
      /** Levels (domain-warehouse 1.4, 3.1, I24; domain-containers
       * 2.1), as domain-warehouse 1.9–1.11 has it (domain-conventions "Granting", "Authors";
       * quality "Fast"; specification 2 and 6). The quality of it is no citation. */`;
    expect(citationsOf(text).map(({ page, section }) => `${page} ${section}`)).toEqual([
      'domain-warehouse 1.4',
      'domain-warehouse 3.1',
      'domain-warehouse I24',
      'domain-containers 2.1',
      'domain-warehouse 1.9',
      'domain-warehouse 1.11',
      'domain-conventions Granting',
      'domain-conventions Authors',
      'quality Fast',
      'specification 2',
      'specification 6',
    ]);
  });

  it('lead to a section that exists', () => {
    const nowhere = sources
      .filter((file) => !NOT_CITING.has(file))
      .flatMap((file) =>
        citationsOf(read(file))
          .filter((citation) => !isThere(citation))
          .map(({ page, section }) => `${file}: ${page} ${section}`),
      );
    expect(nowhere).toEqual([]);
  });

  it('of invariants and decisions lead to their rows', () => {
    const rows = SECTIONS['domain-warehouse'];
    const nowhere = sources
      .filter((file) => /\.(?:ts|tsx|sql)$/.test(file) && !NOT_CITING.has(file))
      .flatMap((file) =>
        [...read(file).matchAll(/[( ]([DI]\d{1,2})(?=[,;:)])/g)]
          .filter(([, row = '']) => rows?.has(row) !== true)
          .map(([, row]) => `${file}: ${row}`),
      );
    expect(nowhere).toEqual([]);
  });

  it('name no page outside the repository', () => {
    const outside = new RegExp(['hand', 'book'].join(''), 'i');
    const found = sources.filter((file) => !RELEASED.test(file) && outside.test(read(file)));
    expect(found).toEqual([]);
  });
});

describe('the table of notifications', () => {
  const PAGE = 'docs/domain/notifications.md';
  const events = read(PAGE)
    .split('\n')
    .flatMap((line) => {
      const [event = '', sent = '', , held = ''] = line.split('|').slice(1);
      return sent.trim().startsWith('yes') ? [{ event: event.trim(), held }] : [];
    });

  it.each(events)('names suites that read who was told of: $event', ({ held }) => {
    const suites = [...held.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file = '']) => file);
    const silent = suites.filter(
      (file) => !tracked.includes(file) || !/notifications|mails?To|outbox/.test(read(file)),
    );
    expect([suites.length > 0, silent]).toEqual([true, []]);
  });
});

const LINK = /\]\(([^)\s]+)\)/g;
/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

it.each(pages)('the links of %s lead somewhere', (page) => {
  const nowhere = [...read(page).matchAll(LINK)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(root, file))) return [target];
    const isFound = anchor === undefined || headings(file).map(anchorOf).includes(anchor);
    return isFound ? [] : [target];
  });
  expect(nowhere).toEqual([]);
});

it('the decisions that are cited exist', () => {
  const decisions = tracked
    .flatMap((file) => /^docs\/adr\/(\d{4})-/.exec(file)?.[1] ?? [])
    .join(' ');
  const nowhere = sources.flatMap((file) =>
    [...read(file).matchAll(/\bADR (\d{4})\b/g)]
      .filter(([, number = '']) => !decisions.includes(number))
      .map(([cited]) => `${file}: ${cited}`),
  );
  expect(nowhere).toEqual([]);
});

it('the pages that sources name exist', () => {
  const nowhere = sources
    .filter((file) => !NOT_CITING.has(file))
    .flatMap((file) =>
      [...read(file).matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md/g)]
        .filter(([page]) => !existsSync(join(root, page)))
        .map(([page]) => `${file}: ${page}`),
    );
  expect(nowhere).toEqual([]);
});

describe('the glossary', () => {
  const rows = read('docs/glossary.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it.each(Object.entries(DOCUMENT_FAMILIES))(
    'has %s by its labels',
    (_family, { label, prefix }) => {
      const row = rows.find(([, en]) => en === label.en);
      expect(row?.slice(1, 4)).toEqual([label.en, label.th, prefix]);
    },
  );

  it('names files that exist, and a meaning', () => {
    const bad = rows.filter((cells) => {
      const [file = '', meaning = ''] = cells.slice(-3, -1).toReversed();
      return cells[1] !== 'English' && (!existsSync(join(root, file)) || meaning === '');
    });
    expect(bad.map(([, term]) => term)).toEqual([]);
  });
});
