import { bundleTest } from '../../../testing/remoteContractTest.ts';
import en from './en.json';
import th from './th.json';

bundleTest(en, th);
