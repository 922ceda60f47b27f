import { labelCode, readScan } from './scan.ts';

it.each([
  ['S:ab-1 ', { kind: 'serial', code: 'AB-1', of: null }],
  ['p: X9', { kind: 'part', code: 'X9', of: null }],
  ['B:A-01-03', { kind: 'bin', code: 'A-01-03', of: null }],
  ['L:2611', { kind: 'lot', code: '2611', of: null }],
  ['S:AB-1@PUMP-1', { kind: 'serial', code: 'AB-1', of: 'PUMP-1' }],
  ['S:A@B@PUMP-1', { kind: 'serial', code: 'A@B', of: 'PUMP-1' }],
  ['S:@AB', { kind: 'serial', code: '@AB', of: null }],
  ['8851234567890', { kind: null, code: '8851234567890', of: null }],
  ['me@post', { kind: null, code: 'ME@POST', of: null }],
  [
    'https://boxyard.example/r/0AbC_d-9#BX-000123',
    { kind: 'container', code: 'BX-000123', of: null },
  ],
  ['https://boxyard.example/x', { kind: null, code: 'HTTPS://BOXYARD.EXAMPLE/X', of: null }],
  ['S:', { kind: null, code: 'S:', of: null }],
  ['  ', null],
] as const)('the scan %j is read', (typed, scan) => {
  expect(readScan(typed)).toEqual(scan);
});

it.each(['P:PUMP-1', 'S:AB-1', 'S:AB-1@PUMP-1', 'L:2611@PUMP-1', 'B:A-01-03@MAIN'])(
  'the label %s is read as what it was printed for',
  (printed) => {
    const scan = readScan(printed);
    expect(scan?.kind ? labelCode({ ...scan, kind: scan.kind }) : null).toBe(printed);
  },
);
