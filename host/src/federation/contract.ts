import { completeContract, completeLater } from '@boxyard/shared/client';

/** The whole table of calls, which neither the shell nor most pages need: they name their rows. */
async function loadContract(): Promise<void> {
  const { contract } = await import('@boxyard/shared/contract');
  completeContract(contract);
}

/** From now on a row that nobody has registered brings the whole table. */
export const offerContract = (): void => completeLater(loadContract);
