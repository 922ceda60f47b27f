import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MoneyInput } from './FigureInput.tsx';

/** A field of a form: what it holds is what would be sent. */
function Field() {
  const [value, setValue] = useState<string | null>('10.0000');
  return (
    <>
      <MoneyInput aria-label="Price" places={4} value={value} onChange={setValue} />
      <output>{String(value)}</output>
    </>
  );
}

test.each([
  ['1,250.5', '1250.5000', '1,250.5000'],
  ['๑,๐๙๐ บาท', '1090.0000', '1,090.0000'],
  // Twelve and a half, or a slip: it stays as it was typed, and is refused.
  ['12,50', '12,50', '12,50'],
  ['1.250,00', '1.250,00', '1.250,00'],
  // A slip of the finger makes no other number of it.
  ['12x0,000.555', '12x0,000.555', '12x0,000.555'],
  ['3 pcs', '3 pcs', '3 pcs'],
  ['1.2.3', '1.2.3', '1.2.3'],
  ['12.5%', '12.5%', '12.5%'],
  ['n/a', 'n/a', 'n/a'],
  ['—', '—', '—'],
  ['ไม่มี', 'ไม่มี', 'ไม่มี'],
  ['(1,250.00)', '(1,250.00)', '(1,250.00)'],
  ['\u202D1,250.50\u202C', '1250.5000', '1,250.5000'],
  ['-', 'null', ''],
])('%s is read as %s', async (typed, held, shown) => {
  render(<Field />);
  const field = screen.getByLabelText('Price');
  await userEvent.click(field);
  await userEvent.clear(field);
  await userEvent.paste(typed);
  expect(screen.getByRole('status')).toHaveTextContent(held);
  await userEvent.tab();
  expect(field).toHaveValue(shown);
});

test('a letter that slips in while a figure is typed stays, and is refused', async () => {
  render(<Field />);
  const field = screen.getByLabelText('Price');
  await userEvent.clear(field);
  await userEvent.type(field, '12x0,000.555');
  expect(screen.getByRole('status')).toHaveTextContent('12x0,000.555');
  await userEvent.tab();
  expect(field).toHaveValue('12x0,000.555');
});
