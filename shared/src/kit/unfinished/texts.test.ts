import { bundleTest } from '../../testing/remoteContractTest.ts';
import en from './i18n/en.json';
import th from './i18n/th.json';

bundleTest(en, th);
