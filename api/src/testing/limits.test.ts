import { limited } from './limits.ts';

test('a test that hangs fails when its limit is over', async () => {
  const hanging = limited(() => new Promise(() => undefined), 20);
  await expect(hanging()).rejects.toThrow('it has not ended within 0.02 s');
});

test('a test that ends in time passes or fails as it does', async () => {
  await expect(limited(() => Promise.resolve())()).resolves.toBeUndefined();
  await expect(limited(() => Promise.reject(new Error('wrong')))()).rejects.toThrow('wrong');
});

test.each([[1, 2]])('%i and %i come from the table', (one, two) => {
  expect([one, two]).toEqual([1, 2]);
});
