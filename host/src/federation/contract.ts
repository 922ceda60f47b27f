import { completeContract, completeLater, forgetContractFailure } from '@boxyard/shared/client';
import { forgetWithParts } from '@boxyard/shared/runtime';

/** The whole table of calls, which neither the shell nor most pages need: they name their rows. */
async function loadContract(): Promise<void> {
  const { contract } = await import('@boxyard/shared/contract');
  completeContract(contract);
}

/** From now on a row that nobody has registered brings the whole table. */
export function offerContract(): void {
  completeLater(loadContract);
  forgetWithParts(forgetContractFailure);
}
