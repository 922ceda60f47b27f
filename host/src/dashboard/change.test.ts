import { changeOf } from './change.ts';

test.each([
  [
    { unit: 'money', value: '110.00', previous: '100.00' },
    { text: '10%', direction: 'up' },
  ],
  [
    { unit: 'money', value: '50.00', previous: '100.00' },
    { text: '50%', direction: 'down' },
  ],
  [
    { unit: 'money', value: '90000.00', previous: '1.00' },
    { text: '> 999%', direction: 'up' },
  ],
  [{ unit: 'money', value: '5.00', previous: '0.00' }, null],
  [
    { unit: 'count', value: '7', previous: '0' },
    { text: '7', direction: 'up' },
  ],
  [
    { unit: 'count', value: '7', previous: '9' },
    { text: '2', direction: 'down' },
  ],
  [
    { unit: 'percent', value: '75.50', previous: '70.00' },
    { text: '5.5', direction: 'up' },
  ],
  [
    { unit: 'count', value: '7', previous: '7' },
    { text: '', direction: 'same' },
  ],
  [{ unit: 'count', value: '7', previous: null }, null],
  [{ unit: 'percent', value: null, previous: '7.00' }, null],
] as const)('%o', (figure, change) => {
  expect(changeOf(figure)).toEqual(change);
});
