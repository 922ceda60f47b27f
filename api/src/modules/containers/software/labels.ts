import { softwareMachine } from '@boxyard/shared/domain/containers/softwareMachine.ts';
import { softwareUpdateMachine } from '@boxyard/shared/domain/containers/softwareUpdateMachine.ts';
import softwareEn from '@boxyard/shared/domain/texts/families/software.en.json' with {
  type: 'json',
};
import softwareTh from '@boxyard/shared/domain/texts/families/software.th.json' with {
  type: 'json',
};
import updatesEn from '@boxyard/shared/domain/texts/families/softwareUpdates.en.json' with {
  type: 'json',
};
import updatesTh from '@boxyard/shared/domain/texts/families/softwareUpdates.th.json' with {
  type: 'json',
};
import { familyWords } from '../../../workflow/index.ts';

/** What pages and exports say (ADR 0087). */
export const SOFTWARE_WORDS = familyWords(softwareMachine, { en: softwareEn, th: softwareTh });
export const UPDATE_WORDS = familyWords(softwareUpdateMachine, { en: updatesEn, th: updatesTh });
