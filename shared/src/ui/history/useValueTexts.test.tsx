import { render, screen } from '@testing-library/react';
import { useValueTexts } from './useValueTexts.ts';

const Said = ({ value }: { readonly value: unknown }) => (
  <p>{useValueTexts()(value) ?? 'nothing'}</p>
);
const id = '01a1ffa0-165b-7000-8000-000000000001';

test.each([
  ['a text', 'New tap', 'New tap'],
  ['a number', 12, '12'],
  ['a day', '2026-11-21', '21 Nov 2026'],
  ['a linked record', { id, code: 'BXY', name: 'Boxyard' }, 'BXY'],
  ['a role', { id, name: null, labelEn: 'Auditor', labelTh: 'ผู้ตรวจสอบ' }, 'Auditor'],
  ['an address', { line1: '199/8 Rama IX', postalCode: '10310', id }, '199/8 Rama IX 10310'],
  [
    'linked records',
    [
      { id, code: 'BXY' },
      { id, code: 'EVS' },
    ],
    'BXY, EVS',
  ],
  ['an id, which says nothing', id, 'nothing'],
  ['no records', [], 'nothing'],
])('%s is said in words', (_, value, said) => {
  render(<Said value={value} />);
  expect(screen.getByText(said)).toBeInTheDocument();
});

test('records without a name are counted, never written as they are stored', () => {
  render(<Said value={[{ id, quantity: 2 }, { id }]} />);
  expect(screen.getByText(/entries|diff\.entries/)).toBeInTheDocument();
});
