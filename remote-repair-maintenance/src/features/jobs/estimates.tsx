import { callRow, type FileAnswer, saveFile } from '@boxyard/shared/client';
import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import type { JobEstimate } from '@boxyard/shared/contract/jobEstimates.ts';
import { estimateMachine } from '@boxyard/shared/domain/service/estimateMachine.ts';
import { ESTIMATE_ANSWERS } from '@boxyard/shared/domain/service/estimates.ts';
import { actionFields, type FormValues, type SectionFactory } from '@boxyard/shared/kit';
import { notifySuccess, useT } from '@boxyard/shared/runtime';
import { Button, StatusTag } from '@boxyard/shared/ui';
import classes from './jobs.module.css';

/** A line of the estimate while it is typed. */
interface Line {
  readonly partId?: unknown;
  readonly isLabour?: unknown;
  readonly description?: unknown;
  readonly quantity?: unknown;
  readonly unit?: unknown;
  readonly unitPrice?: unknown;
}

/** Leaves out what the server does not offer: most jobs are never estimated. */
const unlessOffered = (action: string) => ({
  hidden: ({ allowedActions }: JobDetail): boolean => !allowedActions.includes(action),
});

const isDeclined = ({ estimateAnswer }: FormValues): boolean => estimateAnswer === 'decline';

/** Writes the draft: what is known of the job stands in the form at list prices. */
const writeAction = {
  fields: actionFields('jobs.estimate', (f) => [
    f.date('validUntil', { span: 3 }),
    f.lines('items', {
      newLine: () => ({ quantity: 1, isLabour: false }),
      columns: (l) => [
        l.record('partId', 'jobs.parts', { width: 220 }),
        l.text('description', { width: 220 }),
        l.flag('isLabour', { width: 80 }),
        l.quantity('quantity', { width: 90 }),
        l.text('unit', { width: 90 }),
        l.price('unitPrice', { width: 120 }),
      ],
    }),
    f.text('discountReason', { span: 6, help: 'help.discountReason' }),
    f.longText('remark', { span: 6, help: 'help.estimateRemark' }),
  ]),
  initialValues: ({ estimating }: JobDetail) => ({
    validUntil: estimating?.proposal?.validUntil ?? null,
    items: estimating?.proposal?.items ?? [],
    discountReason: estimating?.proposal?.discountReason ?? null,
    remark: estimating?.proposal?.remark ?? null,
  }),
  // The server fills in what was left empty: words and list price of a part.
  body: (_doc: JobDetail, { items }: FormValues) => ({
    items: (Array.isArray(items) ? (items as readonly Line[]) : []).map(
      ({ partId, isLabour, description, quantity, unit, unitPrice }) => ({
        partId: partId ?? null,
        isLabour: isLabour === true,
        description: description || null,
        quantity,
        unit: unit || null,
        unitPrice: unitPrice || null,
      }),
    ),
  }),
};

/** The dispatcher's actions on the estimates of a job. */
export const estimateActions = {
  estimate: { ...writeAction, ...unlessOffered('estimate') },
  'send-estimate': {
    ...unlessOffered('send-estimate'),
    asks: true,
    consequence: ({ estimating }: JobDetail) =>
      estimating?.proposal?.hasEmail ? undefined : 'estimates.sendLink',
  },
  'answer-estimate': {
    ...unlessOffered('answer-estimate'),
    fields: actionFields('jobs.answerEstimate', (f) => [
      f.choice('estimateAnswer', ESTIMATE_ANSWERS, { span: 3 }),
      f.text('answeredBy', { span: 3, help: 'help.answeredBy' }),
      f.text('answerReason', { span: 6, show: isDeclined, required: isDeclined }),
      f.text('answerNote', { span: 6 }),
    ]),
    initialValues: ({ reportedByName }: JobDetail) => ({
      estimateAnswer: 'accept',
      answeredBy: reportedByName,
    }),
  },
  'withdraw-estimate': { ...unlessOffered('withdraw-estimate'), asks: true },
};

/** Estimates of a job, the latest first: what they come to, and what the customer said. */
export const estimatesSection = (s: SectionFactory<JobDetail>) =>
  s.lines('estimates', {
    onlyFilled: true,
    rows: (doc) => (doc.estimating?.estimates ?? []).map((one) => ({ ...one, jobId: doc.id })),
    columns: (c) => [
      c.custom('documentNo', { render: (one) => <EstimateNumber of={one} /> }),
      c.custom('status', {
        render: ({ status }) => <StatusTag machine={estimateMachine} status={status} />,
      }),
      c.money('subTotal'),
      c.money('grandTotal'),
      c.date('validUntil'),
      c.dateTime('sentAt'),
      c.custom('answeredBy', { render: (one) => <Answer of={one} /> }),
      c.custom('link', { render: ({ link }) => (link === null ? null : <CopyLink link={link} />) }),
    ],
  });

type ShownEstimate = JobEstimate & { readonly jobId: string };

/** Number of an estimate: opens its letter. */
function EstimateNumber({ of: { id, jobId, documentNo } }: { readonly of: ShownEstimate }) {
  const t = useT('remote-repair-maintenance');
  const open = async () => {
    const params = { id: jobId, estimateId: id };
    const answer = (await callRow('jobs.estimateDocument', { params })) as FileAnswer;
    saveFile({ ...answer, fileName: `${documentNo.replace('/', '-')}.pdf` });
  };
  return (
    <Button
      type="link"
      className={classes.inline ?? ''}
      onClick={() => void open().catch(() => undefined)}
      aria-label={t('jobs.estimates.pdf', { no: documentNo })}
    >
      {documentNo}
    </Button>
  );
}

/** The customer's answer, and the person who wrote it down where it came by telephone. */
function Answer({ of: one }: { readonly of: ShownEstimate }) {
  const t = useT('remote-repair-maintenance');
  if (one.answeredBy === null) return null;
  return (
    <span className={classes.serials}>
      {[
        one.answeredBy,
        one.answerReason,
        one.recordedBy && t('jobs.estimates.recorded', { name: one.recordedBy.name }),
        one.answerNote,
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

/** Copies the address at which the customer answers. */
function CopyLink({ link }: { readonly link: string }) {
  const t = useT('remote-repair-maintenance');
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    notifySuccess(t('jobs.estimates.copied'));
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      {t('jobs.estimates.copy')}
    </Button>
  );
}
