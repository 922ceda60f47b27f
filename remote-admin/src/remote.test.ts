import { bundleTest, remoteContractTest } from '@boxyard/shared/testing';
import * as contributions from '../contributions.ts';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };
import { remote } from './remote.ts';

remoteContractTest(contributions, remote);
bundleTest(en, th);
