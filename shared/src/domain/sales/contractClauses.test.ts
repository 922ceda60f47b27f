import { renderClauses, STANDARD_CLAUSES, withoutMarkup } from './contractClauses.ts';

const facts = {
  type: 'lease',
  fields: { customer: 'Siam Retail', site: '<b>Lobby</b>' },
  holds: ['hasEnd'],
} as const;

it('fills fields and keeps what its conditions allow', () => {
  const template = '{{customer}}{{#lease}} leases{{/lease}}{{#sale}} buys{{/sale}}{{unknown}}.';
  expect(renderClauses(template, facts)).toBe('Siam Retail leases.');
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
