import {
  clauseFaults,
  renderClauses,
  STANDARD_CLAUSES,
  sanitisedClauses,
  withoutMarkup,
} from './contractClauses.ts';

const facts = {
  type: 'lease',
  fields: { customer: 'Siam Retail', site: '<b>Lobby</b>' },
  holds: ['hasEnd'],
} as const;

it('fills fields and keeps what its conditions allow', () => {
  const template = '{{customer}}{{#lease}} leases{{/lease}}{{#sale}} buys{{/sale}}{{unknown}}.';
  expect(renderClauses(template, facts)).toBe('Siam Retail leases.');
});

it('knows a name with blanks around it, as it was accepted', () => {
  const template = '{{ customer }}{{# lease }} leases{{/ lease }}{{#sale }} buys{{/sale }}.';
  expect(clauseFaults(template)).toEqual([]);
  expect(renderClauses(template, facts)).toBe('Siam Retail leases.');
});

it('reads a mark that never ends once, however long it is', () => {
  // A pattern that tried each split of the blanks would not come back.
  const open = `{{${' '.repeat(19_000)}`;
  expect(clauseFaults(open)).toEqual([]);
  expect(renderClauses(`${open}a`, facts)).toBe(`${open}a`);
});

it('puts in what a contract says, and nothing that every object has', () => {
  expect(renderClauses('a{{constructor}}{{toString}}{{__proto__}}b', facts)).toBe('ab');
});

it.each([
  ['passages in one another', `${'{{#lease}}'.repeat(2_000)}x`],
  ['passages of many names', Array.from({ length: 1_500 }, (_, n) => `{{#a${n}}}`).join('')],
  ['ends without a beginning', `${'{{/lease}}'.repeat(2_000)}x`],
  ['beginnings of scripts', '<script'.repeat(2_800)],
  ['ends of scripts', `<script>${'</script'.repeat(2_400)}`],
])('walks over 20,000 characters once: %s', (_what, template) => {
  const began = performance.now();
  renderClauses(template, facts);
  clauseFaults(template);
  expect(performance.now() - began).toBeLessThan(100);
});

it.each([
  ['<script>alert(1)</script>Text', 'Text'],
  ['<scr<script>x</script>ipt>alert(1)', 'alert(1)'],
  ['<p>One</p><p>Two<br>three</p>', 'One\nTwo\nthree'],
  ['<img src=x onerror=alert(1)>Text', 'Text'],
  ['<img src=x onerror=alert(1)', ''],
  ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
])('takes markup out of %j', (markup, text) => {
  expect(withoutMarkup(markup)).toBe(text);
});

it('says only what holds for the contract in both languages', () => {
  for (const template of Object.values(STANDARD_CLAUSES)) {
    const text = renderClauses(template, facts);
    expect(text).not.toMatch(/[{}]/);
    expect(text).not.toMatch(/instalment|ผ่อนชำระ/);
  }
});

it.each([
  ['<p onclick="x()">One</p>', '<p>One</p>'],
  ['<SCRIPT src=//x></SCRIPT>Two', 'Two'],
  ['<scr<script>x</script>ipt>alert(1)</script>', 'alert(1)'],
  ['<a href="javascript:x()">Three</a>', 'Three'],
  ['<ul><li style="x">Four</li></ul>', '<ul><li>Four</li></ul>'],
  ['<<p>script>Five</script>', '<<p>script>Five'],
  ['<iframe srcdoc="<script>x</script>">Six', 'Six'],
  ['<img src=x onerror=alert(1)', ''],
  ['a < b and {{customer}} > c', 'a < b and {{customer}} > c'],
])('keeps of %j what orders text', (markup, kept) => {
  expect(sanitisedClauses(markup)).toBe(kept);
  expect(sanitisedClauses(kept)).toBe(kept);
});

it('leaves no markup of tags inside tags, however many', () => {
  const nested = `${'<'.repeat(7_000)}${'a>'.repeat(6_000)}`;
  for (const text of [withoutMarkup(nested), sanitisedClauses(nested)]) {
    expect(text).not.toContain('<');
    expect(sanitisedClauses(text)).toBe(text);
  }
});

it.each([
  ['{{customer}} {{#lease}}{{endDate}}{{/lease}}', []],
  ['{{#lease}}{{#hasEnd}}{{endDate}}{{/hasEnd}}{{/lease}}', []],
  ['{{costumer}}', [['CLAUSE_FIELD', 'costumer']]],
  [
    '{{#rent}}x{{/rent}}',
    [
      ['CLAUSE_CONDITION', 'rent'],
      ['CLAUSE_CONDITION', 'rent'],
    ],
  ],
  ['{{#lease}}x', [['CLAUSE_OPEN', 'lease']]],
  [
    '{{#lease}}{{#sale}}x{{/lease}}{{/sale}}',
    [
      ['CLAUSE_OPEN', 'lease'],
      ['CLAUSE_OPEN', 'sale'],
    ],
  ],
  ['{{#lease}}{{#lease}}x{{/lease}}{{/lease}}', [['CLAUSE_OPEN', 'lease']]],
] as const)('finds in %j what nothing could be put in for', (template, faults) => {
  expect(clauseFaults(template).map(({ code, name }) => [code, name])).toEqual(faults);
});

it('keeps a passage inside a passage only where both hold', () => {
  const template = '{{#lease}}A{{#hasEnd}}B{{/hasEnd}}{{#hasSerial}}C{{/hasSerial}}{{/lease}}';
  expect(renderClauses(template, facts)).toBe('AB');
});

it('has standard clauses in which everything has a name', () => {
  expect(Object.values(STANDARD_CLAUSES).flatMap(clauseFaults)).toEqual([]);
});
