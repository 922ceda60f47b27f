import certificatesEn from '@boxyard/shared/domain/texts/families/certificates.en.json' with {
  type: 'json',
};
import certificatesTh from '@boxyard/shared/domain/texts/families/certificates.th.json' with {
  type: 'json',
};
import inputTaxEn from '@boxyard/shared/domain/texts/families/inputTax.en.json' with {
  type: 'json',
};
import inputTaxTh from '@boxyard/shared/domain/texts/families/inputTax.th.json' with {
  type: 'json',
};
import missingCertificatesEn from '@boxyard/shared/domain/texts/families/missingCertificates.en.json' with {
  type: 'json',
};
import missingCertificatesTh from '@boxyard/shared/domain/texts/families/missingCertificates.th.json' with {
  type: 'json',
};
import en from '@boxyard/shared/domain/texts/families/taxInvoices.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/taxInvoices.th.json' with { type: 'json' };
import { bothLanguages } from '../../../kernel/index.ts';

/** What pages, exports and PDFs say (ADR 0087). */
export const TEXTS = bothLanguages({ en, th });
export const CERTIFICATE_WORDS = bothLanguages({ en: certificatesEn, th: certificatesTh });
export const MISSING_WORDS = bothLanguages({
  en: missingCertificatesEn,
  th: missingCertificatesTh,
});
export const INPUT_WORDS = bothLanguages({ en: inputTaxEn, th: inputTaxTh });
