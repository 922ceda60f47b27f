import thTH from 'antd/es/locale/th_TH';
import en from '../kit/i18n/en.json?remaining';
import th from '../kit/i18n/th.json?remaining';
import { antdWords } from '../runtime/antdWords.ts';
import { addTexts } from '../runtime/i18n.ts';

// All that is said around a list's rows, in forms and on documents: whatever comes later than the rows
// brings it along (shared/build/kitTexts.test.ts).
addTexts('kit', { en, th });
antdWords.setState({ th: thTH });
