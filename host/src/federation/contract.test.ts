import { findEndpoint } from '@boxyard/shared/client';
import { fetchContract, offerContract } from './contract.ts';

const mockMade = jest.fn();
jest.mock('@boxyard/shared/contract', () => {
  mockMade();
  return { contract: { 'late.one': { kind: 'one', method: 'GET', path: '/late' } } };
});

test('the table of calls is fetched ahead, and made when a page asks for a row of it', async () => {
  offerContract();
  await fetchContract();
  expect(mockMade).not.toHaveBeenCalled();
  let coming: unknown;
  try {
    findEndpoint('late.one');
  } catch (thrown) {
    coming = thrown;
  }
  await coming;
  expect(mockMade).toHaveBeenCalledTimes(1);
  expect(findEndpoint('late.one')).toMatchObject({ path: '/late' });
});
