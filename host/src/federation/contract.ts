import { completeContract, completeLater, forgetContractFailure } from '@boxyard/shared/client';
import { forgetWithParts } from '@boxyard/shared/runtime';

/** Fetches the code of the whole table of calls, and runs none of it. */
export const fetchContract = () => import('./contractRows.ts');

/** The whole table of calls, which neither the shell nor most pages need: they name their rows. */
async function loadContract(): Promise<void> {
  const { makeContract } = await fetchContract();
  completeContract(await makeContract());
}

/** From now on a row that nobody has registered brings the whole table. */
export function offerContract(): void {
  completeLater(loadContract);
  forgetWithParts(forgetContractFailure);
}
