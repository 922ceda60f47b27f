// What the host provides as `react-i18next`: without `Trans`, its parser and the macros (6 KB brotli).
export {
  getI18n,
  I18nContext,
  I18nextProvider,
  initReactI18next,
  setI18n,
  useTranslation,
} from '@provided/react-i18next';
