import { type ApiError, newKey, useEndpointMutation } from '@boxyard/shared/client';
import type { BankStatement, InspectedStatement } from '@boxyard/shared/contract';
import { decimal } from '@boxyard/shared/domain';
import {
  DATE_ORDERS,
  STATEMENT_FIELDS,
  type StatementField,
} from '@boxyard/shared/domain/money/statements.ts';
import { useT } from '@boxyard/shared/runtime';
import {
  Alert,
  Button,
  DateText,
  Drawer,
  Form,
  Money,
  RecordSelect,
  Select,
  Table,
  UploadIcon,
} from '@boxyard/shared/ui';
import { useRef, useState } from 'react';
import { MissingDays } from './BankLineWords.tsx';
import { Figures } from './Figures.tsx';
import classes from './payments.module.css';

const WIDTH = 880;

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Shows the lines of a statement that has come in. */
  readonly onShow: (id: string) => void;
}

type Columns = NonNullable<InspectedStatement['columns']>;

const saysOf = (error: ApiError): string =>
  [...new Set(error.errors.map(({ message }) => message))].join(' ') || error.message;

/**
 * A statement is looked at first: what its columns hold and what would come in are shown, and nothing
 * is kept. Then it is taken, and its totals are told.
 */
export function StatementUpload({ open, onClose, onShow }: Props) {
  const t = useT('remote-purchase-sales');
  const [bankAccountId, setAccount] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [looked, setLooked] = useState<InspectedStatement | null>(null);
  const [taken, setTaken] = useState<BankStatement | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const inspect = useEndpointMutation('bankStatements.inspect', { errorNotice: 'none' });
  const create = useEndpointMutation('bankStatements.create', { errorNotice: 'none' });
  const failed = (error: ApiError) => setRefusal(saysOf(error));

  const look = (chosen: File, columns?: Columns) => {
    if (bankAccountId === null) return;
    setRefusal(null);
    setFile(chosen);
    if (!columns) setLooked(null);
    inspect.mutate(
      {
        // Another file, or other columns, is another question.
        idempotencyKey: newKey(),
        body: { bankAccountId, ...(columns ? { columns } : {}) },
        files: [chosen],
      },
      { onSuccess: ({ data }) => setLooked(data), onError: failed },
    );
  };
  const take = () => {
    if (file === null || bankAccountId === null || looked === null) return;
    setRefusal(null);
    create.mutate(
      {
        idempotencyKey: newKey(),
        body: { bankAccountId, ...(looked.columns ? { columns: looked.columns } : {}) },
        files: [file],
      },
      { onSuccess: ({ data }) => setTaken(data), onError: failed },
    );
  };
  const restart = () => {
    setFile(null);
    setLooked(null);
    setTaken(null);
    setRefusal(null);
  };
  const isReady = looked !== null && looked.lineCount > 0 && looked.known === null;

  return (
    <Drawer
      open={open}
      onClose={onClose}
      afterOpenChange={(isOpen) => (isOpen ? undefined : restart())}
      size={WIDTH}
      destroyOnHidden
      title={t('bankLines.upload.title')}
      footer={
        <div className={classes.range}>
          {taken ? (
            <Button type="primary" onClick={() => onShow(taken.id)}>
              {t('bankLines.upload.show')}
            </Button>
          ) : (
            <Button type="primary" disabled={!isReady} loading={create.isPending} onClick={take}>
              {t('bankLines.upload.take', { count: looked?.lineCount ?? 0 })}
            </Button>
          )}
          {looked ? <Button onClick={restart}>{t('bankLines.upload.another')}</Button> : null}
        </div>
      }
    >
      <div className={classes.statement} aria-live="polite">
        {taken ? (
          <Totals statement={taken} />
        ) : (
          <>
            <p>{t('bankLines.upload.lead')}</p>
            <Form layout="vertical" component="div">
              <Form.Item label={t('bankLines.field.bankAccount')} htmlFor="statement-account">
                <RecordSelect
                  id="statement-account"
                  lookup="bankAccounts.master"
                  value={bankAccountId}
                  disabled={looked !== null}
                  onChange={(id) => setAccount(typeof id === 'string' ? id : null)}
                />
              </Form.Item>
            </Form>
            <FileButton
              file={file}
              disabled={bankAccountId === null}
              busy={inspect.isPending}
              onFile={(chosen) => look(chosen)}
            />
          </>
        )}
        {refusal ? <Alert type="error" showIcon title={refusal} /> : null}
        {looked && file && !taken ? (
          <Looked
            looked={looked}
            busy={inspect.isPending}
            onColumns={(columns) => look(file, columns)}
          />
        ) : null}
      </div>
    </Drawer>
  );
}

interface FileButtonProps {
  readonly file: File | null;
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

function FileButton({ file, disabled, busy, onFile }: FileButtonProps) {
  const t = useT('remote-purchase-sales');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button
        icon={<UploadIcon />}
        disabled={disabled}
        loading={busy}
        onClick={() => input.current?.click()}
      >
        {t('bankLines.upload.choose')}
      </Button>{' '}
      {file ? file.name : t('bankLines.upload.accepted')}
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.sta,.mt940,.940,.xml"
        hidden
        aria-label={t('bankLines.upload.choose')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onFile(chosen);
          target.value = '';
        }}
      />
    </div>
  );
}

interface LookedProps {
  readonly looked: InspectedStatement;
  readonly busy: boolean;
  readonly onColumns: (columns: Columns) => void;
}

/** What the file holds, and for a CSV file which column is what. */
function Looked({ looked, busy, onColumns }: LookedProps) {
  const t = useT('remote-purchase-sales');
  return (
    <>
      {looked.known ? (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              {t('bankLines.upload.known')} <DateText value={looked.known.createdAt.slice(0, 10)} />
            </>
          }
        />
      ) : null}
      {looked.format === 'csv' ? (
        <ColumnChoice looked={looked} busy={busy} onColumns={onColumns} />
      ) : null}
      {looked.lineCount > 0 ? (
        <Figures
          of="bankLines"
          items={[
            ['creditTotal', looked.creditTotal],
            ['debitTotal', looked.debitTotal],
          ]}
        />
      ) : null}
      <Faults faults={looked.faults} count={looked.faultCount} />
      {looked.lines.length > 0 ? (
        <Table
          label={t('bankLines.upload.preview')}
          rows={looked.lines}
          rowKey={({ row }) => String(row)}
          columns={[
            {
              key: 'bookedOn',
              title: t('bankLines.field.bookedOn'),
              card: 'title' as const,
              render: ({ bookedOn }) => <DateText value={bookedOn} />,
            },
            {
              key: 'payer',
              title: t('bankLines.field.said'),
              render: ({ payer, description }) => [payer, description].filter(Boolean).join(' · '),
            },
            {
              key: 'reference',
              title: t('bankLines.field.reference'),
              render: ({ reference }) => reference,
            },
            {
              key: 'amount',
              title: t('bankLines.field.amount'),
              align: 'right' as const,
              render: ({ amount }) => <Money value={amount} />,
            },
          ]}
        />
      ) : null}
    </>
  );
}

/** Which heading stands over what. The choice is kept for the account. */
function ColumnChoice({ looked, busy, onColumns }: LookedProps) {
  const t = useT('remote-purchase-sales');
  const columns: Columns = looked.columns ?? { headings: {}, dateOrder: 'dmy' };
  const headings = [...new Set(looked.headings.filter(Boolean))];
  const say = (field: StatementField, heading: string | undefined) => {
    const { [field]: _before, ...others } = columns.headings;
    onColumns({
      ...columns,
      headings: heading === undefined ? others : { ...others, [field]: heading },
    });
  };
  return (
    <section className={classes.stack}>
      <h3>{t('bankLines.upload.columns')}</h3>
      <p className={classes.words}>
        {t(looked.isSaved ? 'bankLines.upload.saved' : 'bankLines.upload.guessed')}
      </p>
      {looked.newHeadings.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t('bankLines.upload.news', { headings: looked.newHeadings.join(', ') })}
        />
      ) : null}
      {looked.missing.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t('bankLines.upload.missing', {
            fields: looked.missing.map((field) => t(`bankLines.column.${field}`)).join(', '),
          })}
        />
      ) : null}
      <div className={classes.columns}>
        {STATEMENT_FIELDS.map((field) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the choice is inside
          <label key={field}>
            <span>{t(`bankLines.column.${field}`)}</span>
            <Select
              allowClear
              disabled={busy}
              aria-label={t(`bankLines.column.${field}`)}
              value={columns.headings[field]}
              options={headings.map((heading) => ({ value: heading, label: heading }))}
              onChange={(heading: string | undefined) => say(field, heading)}
            />
          </label>
        ))}
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the choice is inside */}
        <label>
          <span>{t('bankLines.column.dateOrder')}</span>
          <Select
            disabled={busy}
            aria-label={t('bankLines.column.dateOrder')}
            value={columns.dateOrder}
            options={DATE_ORDERS.map((order) => ({
              value: order,
              label: t(`bankLines.dateOrder.${order}`),
            }))}
            onChange={(dateOrder) => onColumns({ ...columns, dateOrder })}
          />
        </label>
      </div>
    </section>
  );
}

type Fault = InspectedStatement['faults'][number];

/** Rows that stay out, each with what is wrong with it. */
function Faults({ faults, count }: { readonly faults: readonly Fault[]; readonly count: number }) {
  const t = useT('remote-purchase-sales');
  if (count === 0) return null;
  return (
    <>
      <Alert type="warning" showIcon title={t('bankLines.upload.faults', { count })} />
      <Table
        label={t('bankLines.upload.faults', { count })}
        rows={faults}
        rowKey={({ row, field }) => `${row} ${field}`}
        columns={[
          {
            key: 'row',
            title: t('bankLines.upload.row'),
            card: 'title' as const,
            render: ({ row }: Fault) => String(row),
          },
          {
            key: 'field',
            title: t('bankLines.upload.column'),
            render: ({ field }: Fault) => t(`bankLines.column.${field}`),
          },
          { key: 'value', title: t('bankLines.upload.value'), render: ({ value }: Fault) => value },
          {
            key: 'message',
            title: t('bankLines.upload.message'),
            render: ({ message }: Fault) => message,
          },
        ]}
      />
    </>
  );
}

/** The notice of totals of a statement that has come in. */
function Totals({ statement }: { readonly statement: BankStatement }) {
  const t = useT('remote-purchase-sales');
  const { balanceGap, lineCount, openCount, suggestedCount, recordedCount, repeatedCount } =
    statement;
  const misses = balanceGap !== null && !decimal.isZero(balanceGap);
  return (
    <>
      <Alert
        type={openCount > suggestedCount ? 'warning' : 'success'}
        showIcon
        title={t('bankLines.upload.done', { count: lineCount, repeated: repeatedCount })}
        description={t('bankLines.upload.totals', {
          linked: recordedCount,
          suggested: suggestedCount,
          unmatched: openCount - suggestedCount,
        })}
      />
      {misses ? (
        <Alert
          type="error"
          showIcon
          title={
            <>
              {t('bankLines.upload.gap')} <Money value={balanceGap} />
            </>
          }
        />
      ) : null}
      {statement.gapBefore ? (
        <Alert type="error" showIcon title={<MissingDays gap={statement.gapBefore} />} />
      ) : null}
      {statement.alikeCount > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t('bankLines.upload.alike', { count: statement.alikeCount })}
        />
      ) : null}
      <Figures
        of="bankLines"
        items={[
          ['creditTotal', statement.creditTotal],
          ['debitTotal', statement.debitTotal],
        ]}
      />
      <Faults faults={statement.faults} count={statement.faultCount} />
    </>
  );
}
