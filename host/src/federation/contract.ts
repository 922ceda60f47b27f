import { completeContract } from '@boxyard/shared/client';

/** The whole table of calls, which the shell itself does not need. */
export async function loadContract(): Promise<void> {
  const { contract } = await import('@boxyard/shared/contract');
  completeContract(contract);
}
