import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { createElement } from 'react';
import {
  followPart,
  followSupplier,
  fromSupplier,
  priceFor,
  promisedBy,
  warningsOf,
} from './supplierTerms.ts';

type Terms = Parameters<typeof fromSupplier>[1];
type Part = Terms['parts'][number];

const FAN = '01a1fdb4-0000-7000-8000-0000000000d1';
const FUSE = '01a1fdb4-0000-7000-8000-0000000000d2';
const SUPPLIER = '01a1fdb4-0000-7000-8000-0000000000a1';
const BOX = '01a1fdb4-0000-7000-8000-0000000000b1';

const part = (partId: string, more: Partial<Part> = {}): Part => ({
  partId,
  supplierPartNo: null,
  packQty: null,
  moq: null,
  leadTimeDays: null,
  lastPrice: '100.0000',
  priceBreaks: [],
  purchaseUnitId: null,
  purchaseFactor: 1,
  preferredSupplier: null,
  ...more,
});
const terms = (...parts: readonly Part[]): Terms => ({ vatRate: '7', parts: [...parts] });

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-20T18:00:00Z'), doNotFake: ['nextTick'] });
});
afterEach(() => jest.useRealTimers());

describe('the price of a line', () => {
  const breaks = [
    { minQty: 1, price: '90.0000' },
    { minQty: 10, price: '80.0000' },
  ];

  it('is that of the last break which the quantity reaches', () => {
    const fan = part(FAN, { priceBreaks: breaks });
    const at = (quantity: number) => priceFor(fan, { partId: FAN, quantity });
    expect([at(1), at(9), at(10), at(500)]).toEqual(['90.0000', '90.0000', '80.0000', '80.0000']);
  });

  it('is of the unit of the line, and its break that of the pieces in it', () => {
    const fan = part(FAN, { priceBreaks: breaks, purchaseUnitId: BOX, purchaseFactor: 12 });
    expect(priceFor(fan, { partId: FAN, quantity: 1, unitId: BOX })).toBe('960.0000');
  });

  it('is the last one where no break is reached, and else the first break', () => {
    const priceBreaks = [{ minQty: 10, price: '80.0000' }];
    const line = { partId: FAN, quantity: 2 };
    expect(priceFor(part(FAN, { priceBreaks }), line)).toBe('100.0000');
    expect(priceFor(part(FAN, { priceBreaks, lastPrice: null }), line)).toBe('80.0000');
    expect(priceFor(part(FAN, { lastPrice: null }), line)).toBeNull();
  });
});

it('replaces the estimates of the lines that the supplier has prices for', () => {
  const lines = [
    { partId: FAN, quantity: 2, unitPrice: '1.0000' },
    { partId: FUSE, quantity: 2, unitPrice: '2.0000' },
  ];
  expect(fromSupplier(lines, terms(part(FAN)))).toEqual([
    { partId: FAN, quantity: 2, unitPrice: '100.0000' },
    { partId: FUSE, quantity: 2, unitPrice: '2.0000' },
  ]);
});

it('promises the day of the slowest part, from the Bangkok day of today', () => {
  // It is Saturday in Bangkok already.
  expect(promisedBy([part(FAN, { leadTimeDays: 3 }), part(FUSE, { leadTimeDays: 7 })])).toBe(
    '2026-11-28',
  );
  expect(promisedBy([part(FAN)])).toBeNull();
});

it('warns of less than the minimum, broken packs and a price above the offered one', () => {
  const fan = part(FAN, { moq: 10, packQty: 4 });
  const warned = (quantity: number, unitPrice: string) =>
    warningsOf([{ partId: FUSE }, { partId: FAN, quantity, unitPrice }], terms(fan)).map(
      ({ line, key, params }) => [line, key, ...Object.values(params)],
    );
  expect(warned(6, '120.0000')).toEqual([
    [2, 'moq', 10],
    [2, 'pack', 4],
    [2, 'price', '100.0000'],
  ]);
  expect(warned(12, '100.0000')).toEqual([]);
});

describe('what the form follows', () => {
  const asking = async () => {
    jest.useRealTimers();
    const server = fakeServer();
    server.answer('supplierParts.terms', terms(part(FAN, { leadTimeDays: 5 })));
    await renderPage(createElement('div'), { server, route: '/' });
    return server;
  };

  it('after a supplier is its prices and its day, for the lines as they are by then', async () => {
    const server = await asking();
    const follow = await followSupplier(SUPPLIER, { items: [{ partId: FAN }, { partId: null }] });
    expect(server.requests('supplierParts.terms')[0]?.query).toMatchObject({
      supplierId: SUPPLIER,
      partIds: FAN,
    });
    const now = follow({ items: [{ partId: FAN, quantity: 3, unitPrice: '1.0000' }] });
    expect(now.items).toEqual([{ partId: FAN, quantity: 3, unitPrice: '100.0000' }]);
    expect(now.promisedDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('after a part is the price of the supplier, if one is chosen', async () => {
    const server = await asking();
    const follow = await followPart(FAN, { supplierId: SUPPLIER });
    expect(follow({ partId: FAN, quantity: 1, unitPrice: '1.0000' })).toEqual({
      unitPrice: '100.0000',
    });
    const alone = await followPart(FAN, {});
    expect(alone({ partId: FAN, unitPrice: '1.0000' })).toEqual({ unitPrice: '1.0000' });
    expect(server.requests('supplierParts.terms')).toHaveLength(1);
  });
});
