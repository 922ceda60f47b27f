import { addErrorTexts } from './errors.ts';
import en from './serverErrors.en.json' with { type: 'json' };
import th from './serverErrors.th.json' with { type: 'json' };

// Refusals that only the server finds out. Importing this file makes their texts known.
addErrorTexts({ en, th });
