import { customerName, masked } from './customers.ts';

test.each([
  [{ type: 'person', prefix: 'นาย', firstName: 'สมชาย', lastName: 'ใจดี' }, 'นายสมชาย ใจดี'],
  [{ type: 'person', prefix: 'Mr.', firstName: 'John', lastName: 'Smith' }, 'Mr. John Smith'],
  [{ type: 'person', firstName: 'สมหญิง', lastName: ' ' }, 'สมหญิง'],
  [{ type: 'juristic', prefix: 'บริษัท', companyName: 'สยาม จำกัด' }, 'บริษัท สยาม จำกัด'],
  [{ type: 'juristic', companyName: 'Siam Co., Ltd.' }, 'Siam Co., Ltd.'],
] as const)('%j is called %s', (names, called) => {
  expect(customerName(names)).toBe(called);
});

test('hides all but the last four characters', () => {
  expect(masked('0105552001116')).toBe('•••••••••1116');
  expect(masked('123')).toBe('•••');
});
