import { isApiError } from '@boxyard/shared/client';
import type { HeaderType } from '@boxyard/shared/domain';
import type { FormValues } from '@boxyard/shared/kit';
import { type Locale, useLocale, useT } from '@boxyard/shared/runtime';
import { Alert, Button, EyeIcon, Select, useBlobUrl, useNarrow } from '@boxyard/shared/ui';
import { useMemo, useState } from 'react';
import classes from './headers.module.css';
import { previewOf } from './previewOf.ts';
import { usePreview } from './usePreview.ts';

const LANGUAGES: readonly Locale[] = ['th', 'en'];

/** The PDF as it would be printed, while the header is typed; on a phone when it is asked for. */
export function HeaderPreview({
  values,
  type,
}: {
  readonly values: FormValues;
  readonly type: HeaderType;
}) {
  const t = useT('remote-admin');
  const own = useLocale();
  const narrow = useNarrow();
  const [asked, setAsked] = useState(false);
  const [locale, setLocale] = useState<Locale>(own);
  const shown = asked || !narrow;
  const body = useMemo(() => previewOf(values, { type, locale }), [values, type, locale]);
  const { blob, error, isStale } = usePreview(shown ? body : null);
  const url = useBlobUrl(blob);
  if (!shown) {
    return (
      <Button icon={<EyeIcon />} onClick={() => setAsked(true)}>
        {t('headers.preview.show')}
      </Button>
    );
  }
  return (
    <div className={classes.preview} aria-busy={isStale}>
      <div className={classes.previewHead}>
        <h2 className={classes.previewTitle}>{t('headers.preview.title')}</h2>
        <Select
          size="small"
          aria-label={t('headers.preview.language')}
          value={locale}
          onChange={setLocale}
          options={LANGUAGES.map((value) => ({
            value,
            label: t(`headers.preview.languages.${value}`),
          }))}
        />
        {url && narrow ? (
          // A phone's browser shows a PDF on a page of its own.
          <a href={url} target="_blank" rel="noreferrer">
            {t('headers.preview.open')}
          </a>
        ) : null}
      </div>
      {error ? (
        <Alert
          type="warning"
          showIcon
          title={isApiError(error) ? (error.errors[0]?.message ?? error.message) : error.message}
        />
      ) : null}
      {url ? (
        <iframe
          className={classes.paper}
          src={`${url}#toolbar=0&navpanes=0&view=FitH`}
          title={t('headers.preview.title')}
        />
      ) : (
        <p className={classes.waiting}>{t('headers.preview.waiting')}</p>
      )}
    </div>
  );
}
