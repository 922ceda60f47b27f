import { oneOptions } from '@boxyard/shared/client';
import type { DocumentHeaderDetail } from '@boxyard/shared/contract';
import { HEADER_TYPES, type HeaderPage, type HeaderType } from '@boxyard/shared/domain';
import { type FormValues, PageTitle, RecordForm, useResourceText } from '@boxyard/shared/kit';
import { useCan, useT } from '@boxyard/shared/runtime';
import { Button, ErrorState, LeftIcon, RefText, Skeleton, Timeline } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { HeaderPreview } from './HeaderPreview.tsx';
import classes from './headers.module.css';
import { FIRST_SIGNATURES, headerResources } from './headers.resource.tsx';

const NEW = 'new';

const formOf = ({ company, ...header }: DocumentHeaderDetail): FormValues => ({
  ...header,
  companyId: company.id,
});

/** One header, new or kept, with the PDF that it makes beside it. */
export function HeaderEditor({
  page,
  id,
  onClose,
}: {
  readonly page: HeaderPage;
  readonly id: string;
  readonly onClose: () => void;
}) {
  const t = useT('remote-admin');
  const resource = headerResources[page];
  const text = useResourceText(resource);
  const mayChange = useCan(`${page}:update`);
  const isNew = id === NEW;
  const found = useQuery({
    ...oneOptions('documentHeaders.get', { params: { id }, loading: false }),
    enabled: !isNew,
    // What is being edited does not change under the hands of the one who types.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const header = isNew || !found.isFetchedAfterMount ? undefined : found.data;
  const [first] = HEADER_TYPES[page];
  const initial: FormValues = header
    ? formOf(header)
    : { type: first, isDefault: true, isActive: true, signatureBlocks: FIRST_SIGNATURES };
  return (
    <section className={classes.editor}>
      <div>
        <Button type="link" className={classes.back ?? ''} icon={<LeftIcon />} onClick={onClose}>
          {t(`headers.pages.${page}`)}
        </Button>
        <PageTitle>{isNew ? text('new') : (header?.name ?? text('one'))}</PageTitle>
        {header ? (
          <p className={classes.lead}>
            {text(`choice.type.${header.type}`)} · <RefText value={header.company} />
          </p>
        ) : null}
      </div>
      {found.isError && !header ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : isNew || header ? (
        <fieldset disabled={!mayChange} className={classes.fieldset}>
          <RecordForm
            key={id}
            resource={resource}
            mode={isNew ? 'create' : 'edit'}
            record={header}
            endpoint="documentHeaders.save"
            initialValues={initial}
            toBody={(values) => ({ type: first, ...values, ...(header ? { id: header.id } : {}) })}
            toForm={formOf as (record: never) => FormValues}
            aside={(values) => (
              <HeaderPreview values={values} type={(values.type ?? first) as HeaderType} />
            )}
            asideSize="wide"
            saveText={text('save')}
            onSaved={onClose}
            onCancel={onClose}
          />
        </fieldset>
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
      {header ? (
        <div className={classes.history}>
          <h2 className={classes.previewTitle}>{t('headers.history')}</h2>
          <Timeline entries={header.history} labelOf={(field) => text(`field.${field}`)} />
        </div>
      ) : null}
    </section>
  );
}
