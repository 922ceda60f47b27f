import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { isTerminal, startsFrom } from '@boxyard/shared/domain';
import { invoiceMachine } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import {
  estimateMachine,
  unapprovedEstimates,
} from '@boxyard/shared/domain/service/estimateMachine.ts';
import { jobMachine, unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import {
  DOWNTIME_REASONS,
  isResolvedBy,
  JOB_COVERAGES,
  JOB_DECISIONS,
  JOB_PRIORITIES,
  JOB_RESULTS,
  JOB_ROUTES,
  PAUSE_REASONS,
} from '@boxyard/shared/domain/service/jobs.ts';
import { actionFields, EditableDocumentPage } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  DateText,
  DateTimeText,
  formatDateTime,
  PageLink,
  StatusTag,
  ToneTag,
} from '@boxyard/shared/ui';
import { timeOf } from '../../bangkokTime.ts';
import { PRIORITY_TONES, SLA_TONES } from '../../jobTones.ts';
import { AppointmentField } from './AppointmentField.tsx';
import { invoiceAction, paymentAction } from './billing.tsx';
import { ChecksField, checksBody, checksOf } from './ChecksField.tsx';
import { estimateActions, estimatesSection } from './estimates.tsx';
import { type HandLine, handLinesOf, returnedBody, settledBody } from './handLines.ts';
import classes from './jobs.module.css';
import type { repairJobs } from './jobs.resource.tsx';
import { PartsInHand } from './PartsInHand.tsx';
import { Signature } from './Signature.tsx';

type Doc = JobDetail;

/** Everything that a report says, as its form begins. */
const formOf = ({
  priority,
  symptomCode,
  symptom,
  isDown,
  reportedByName,
  reportedByPhone,
  remark,
}: Doc) => ({
  priority,
  symptomCodeId: symptomCode?.id ?? null,
  symptom,
  isDown,
  reportedByName,
  reportedByPhone,
  remark,
});

/** A job of either kind with its actions, its hours and what came of it. */
export function Document({ resource }: { readonly resource: typeof repairJobs }) {
  const t = useT('remote-repair-maintenance');
  const locale = useLocale();
  return (
    <EditableDocumentPage
      resource={resource}
      toForm={formOf}
      related={{
        requisition: 'parts-requisition-view',
        purchaseRequest: 'purchase-request-detail',
      }}
      facts={(doc, f) => [
        {
          key: 'product',
          value: (
            <PageLink page="container-warehouse-tracking-info" params={{ id: doc.product.id }}>
              {doc.product.serialNumber}
            </PageLink>
          ),
        },
        f.ref('productModel', { show: 'name' }),
        f.ref('customer', { show: 'name', known: true }),
        {
          key: 'priority',
          value: (
            <ToneTag tone={PRIORITY_TONES[doc.priority]}>
              {t(`jobs.choice.priority.${doc.priority}`)}
            </ToneTag>
          ),
        },
        ...slaOf(doc, t(`jobs.choice.slaState.${doc.slaState ?? 'onTime'}`)),
        f.choice('coverage'),
        ...(doc.technicians.length === 0
          ? []
          : [{ key: 'technicians', value: doc.technicians.map(({ name }) => name).join(', ') }]),
        ...(doc.appointmentStart === null
          ? []
          : [
              {
                key: 'appointmentStart',
                value: t('jobs.wholePlan', {
                  from: formatDateTime(doc.appointmentStart, locale),
                  until: doc.appointmentEnd ? timeOf(new Date(doc.appointmentEnd)) : '',
                }),
              },
            ]),
      ]}
      banner={(doc, n) => [
        // The first that holds is shown: an open question to the customer comes before an old reason.
        isEstimateSent(doc) && n.info('estimateSent'),
        isEstimateRefused(doc) && n.error('estimateRefused', {}, t('jobs.estimates.decide')),
        n.reason,
        doc.slaState === 'breached' &&
          n.error('overdue', {}, t('jobs.overdueSince', { time: when(doc.slaDueAt, locale) })),
        doc.slaState === 'paused' && n.info('slaPaused'),
        doc.requiresSignature &&
          doc.signature === null &&
          !isTerminal(jobMachine, doc.status) &&
          n.info('signatureDue'),
        isPhotoDue(doc) && n.info('photoDue', {}, t('jobs.photoHow')),
        doc.repeats !== null && n.info('repeated'),
      ]}
      sections={(s) => [
        s.facts('request', (f, doc) => [
          f.text('symptom'),
          f.ref('symptomCode', { show: 'name', known: true }),
          f.choice('channel'),
          f.dateTime('reportedAt'),
          f.text('reportedByName', { known: true }),
          ...(doc.reportedByPhone === null
            ? []
            : [
                {
                  key: 'reportedByPhone',
                  value: <a href={`tel:${doc.reportedByPhone}`}>{doc.reportedByPhone}</a>,
                },
              ]),
          ...(doc.place === null ? [] : [{ key: 'place', value: <Place doc={doc} /> }]),
          f.ref('zone', { show: 'name', known: true }),
          f.ref('team', { show: 'name', known: true }),
          ...documentFact('contract', doc.contract, 'purchase-contract-detail'),
          ...documentFact('repeats', doc.repeats, 'repair-job-update'),
          ...(doc.schedule === null
            ? []
            : [{ key: 'schedule', value: <ScheduleLink schedule={doc.schedule} /> }]),
          f.text('coverageReason', { known: true }),
          f.text('responseNote', { known: true }),
          f.money('estimateLabour', { known: true }),
          f.money('estimateParts', { known: true }),
          f.text('remark', { known: true }),
        ]),
        s.lines('checklist', {
          onlyFilled: true,
          rows: (doc) => doc.checklist,
          columns: (c) => [
            c.text('name', { width: '40%' }),
            c.custom('answer', {
              render: ({ answer }) =>
                answer === null ? (
                  t('jobs.notAnswered')
                ) : (
                  <ToneTag tone={ANSWER_TONES[answer]}>{t(`jobs.choice.answer.${answer}`)}</ToneTag>
                ),
            }),
            c.text('note'),
            c.custom('repair', {
              render: ({ repair }) =>
                repair?.id == null ? null : (
                  <PageLink page="repair-job-update" params={{ id: repair.id }}>
                    {repair.documentNo}
                  </PageLink>
                ),
            }),
          ],
        }),
        s.lines('plannedParts', {
          onlyFilled: true,
          rows: (doc) => doc.plannedParts.map((line) => ({ id: line.part.id, ...line })),
          columns: (c) => [c.ref('part'), c.quantity('quantity', { unit: ({ unit }) => unit })],
        }),
        s.lines('similar', {
          onlyFilled: true,
          rows: (doc) => doc.similar,
          columns: (c) => [
            c.custom('documentNo', {
              render: ({ id, kind, documentNo }) => (
                <PageLink page={JOB_ROUTES[kind]} params={{ id }}>
                  {documentNo}
                </PageLink>
              ),
            }),
            c.text('symptom', { width: '50%' }),
            c.dateTime('reportedAt'),
            c.custom('status', {
              render: ({ status }) => <StatusTag machine={jobMachine} status={status} />,
            }),
          ],
        }),
        s.lines('parts', {
          onlyFilled: true,
          rows: (doc) => doc.parts,
          columns: (c, doc) => [
            c.ref('part', { width: '26%' }),
            c.custom('requisition', {
              render: ({ requisition }) => (
                <PageLink page="parts-requisition-view" params={{ id: requisition.id }}>
                  {requisition.documentNo}
                </PageLink>
              ),
            }),
            c.quantity('askedQty', { unit: ({ unit }) => unit }),
            c.quantity('issuedQty'),
            c.quantity('usedQty'),
            c.quantity('returnedQty'),
            c.custom('serials', {
              render: ({ serials }) => (
                <span className={classes.serials}>
                  {serials
                    .map(({ serialNo, state }) =>
                      t('jobs.serial', {
                        no: serialNo,
                        state: t(`jobs.choice.serialState.${state}`),
                      }),
                    )
                    .join(', ')}
                </span>
              ),
            }),
            c.flag('isBillable'),
            doc.partsCost !== null && c.money('value'),
          ],
        }),
        estimatesSection(s),
        s.lines('invoices', {
          onlyFilled: true,
          rows: (doc) => doc.billing?.invoices ?? [],
          columns: (c) => [
            c.custom('documentNo', {
              render: ({ id, documentNo }) => (
                <PageLink page="payment-data" query={{ tab: 'invoices', record: id }}>
                  {documentNo ?? t('jobs.invoiceDraft')}
                </PageLink>
              ),
            }),
            c.date('dueDate'),
            c.money('grandTotal'),
            c.money('balance'),
            c.custom('status', {
              render: ({ status }) => <StatusTag machine={invoiceMachine} status={status} />,
            }),
          ],
        }),
        s.lines('times', {
          empty: 'noTimes',
          rows: (doc) => doc.times,
          columns: (c) => [
            c.person('technician'),
            c.dateTime('startedAt'),
            c.dateTime('endedAt'),
            c.custom('pauseReason', {
              render: ({ pauseReason }) =>
                pauseReason === null ? null : t(`jobs.choice.pauseReason.${pauseReason}`),
            }),
            c.text('note'),
          ],
        }),
        {
          ...s.facts('result', (f, doc) => [
            f.choice('result', { known: true }),
            f.money('partsCost', { known: true }),
            f.ref('causeCode', { show: 'name', known: true }),
            f.ref('actionCode', { show: 'name', known: true }),
            f.text('workDone', { known: true }),
            { key: 'workMinutes', value: t('jobs.minutes', { count: doc.workMinutes }) },
            ...(doc.downtimeMinutes === null
              ? []
              : [
                  {
                    key: 'downtimeMinutes',
                    value: t('jobs.minutes', { count: doc.downtimeMinutes }),
                  },
                ]),
            f.choice('downtimeReason', { known: true }),
            f.number('meter', { known: true }),
            ...(doc.signature === null
              ? []
              : [
                  {
                    key: 'signature',
                    value: (
                      <img
                        className={classes.signed}
                        src={doc.signature}
                        alt={t('jobs.signed', { name: doc.signedBy ?? '' })}
                      />
                    ),
                  },
                ]),
            f.text('signedBy', { known: true }),
            f.dateTime('completedAt', { known: true }),
            f.text('finalReport', { known: true }),
            f.dateTime('closedAt', { known: true }),
          ]),
          show: (doc) => doc.workDone !== null || doc.finalReport !== null,
        },
        s.lines('periods', {
          onlyFilled: true,
          rows: (doc) => doc.periods.map((period) => ({ id: period.resolvedAt, ...period })),
          columns: (c) => [
            c.dateTime('startedAt'),
            c.dateTime('resolvedAt'),
            c.custom('coverage', {
              render: ({ coverage }) => t(`jobs.choice.coverage.${coverage}`),
            }),
            c.text('workDone', { width: '36%' }),
            c.ref('causeCode', { show: 'name' }),
            c.custom('downtimeMinutes', {
              render: ({ downtimeMinutes }) =>
                downtimeMinutes === null ? null : t('jobs.minutes', { count: downtimeMinutes }),
            }),
            c.custom('checks', {
              render: ({ checklist }) =>
                checklist
                  .map(
                    ({ name, answer }) =>
                      `${name}: ${answer === null ? t('jobs.notAnswered') : t(`jobs.choice.answer.${answer}`)}`,
                  )
                  .join(', '),
            }),
            c.text('signedBy'),
          ],
        }),
      ]}
      actions={{
        'manager-response': {
          fields: actionFields('jobs.managerResponse', (f) => [
            f.choice('decision', JOB_DECISIONS, { span: 3 }),
            f.choice('priority', JOB_PRIORITIES, { span: 3, show: isAccepted }),
            f.record('teamId', 'teams.all', {
              span: 3,
              show: isAccepted,
              query: () => ({ type: ['engineer'] }),
            }),
            f.records('technicianIds', 'technicianSkills.technicians', {
              span: 3,
              show: isAccepted,
              required: isAccepted,
            }),
            f.custom('appointmentStart', (props) => <AppointmentField {...props} />, {
              span: 6,
              show: isAccepted,
              required: isAccepted,
            }),
            f.money('estimateLabour', { span: 3, show: isAccepted, help: 'help.estimate' }),
            f.money('estimateParts', { span: 3, show: isAccepted }),
            f.text('reason', { span: 6, show: isRefused, required: isRefused }),
            f.longText('note', {
              span: 6,
              help: 'help.note',
              required: ({ decision }) => decision === 'needInfo',
            }),
          ]),
          initialValues: (doc) => ({
            decision: 'accept',
            priority: doc.priority,
            teamId: doc.team?.id ?? null,
            technicianIds: doc.technicians.map(({ id }) => id),
            appointmentStart: doc.appointmentStart,
            appointmentEnd: doc.appointmentEnd,
            estimateLabour: doc.estimateLabour,
            estimateParts: doc.estimateParts,
            note: doc.responseNote,
          }),
          body: (_doc, values) =>
            isAccepted(values)
              ? { appointmentEnd: values.appointmentEnd ?? null }
              : { technicianIds: [], appointmentStart: null, appointmentEnd: null },
        },
        'override-coverage': {
          fields: actionFields('jobs.overrideCoverage', (f) => [
            f.choice('coverage', JOB_COVERAGES, { span: 6 }),
          ]),
          initialValues: ({ coverage }) => ({ coverage }),
        },
        pause: {
          fields: actionFields('jobs.pause', (f) => [
            f.choice('pauseReason', PAUSE_REASONS, { span: 6 }),
            f.text('note', { span: 6 }),
          ]),
        },
        'stock-summary': {
          fields: actionFields('jobs.stockSummary', (f) => [
            f.date('neededBy', { span: 3, help: 'help.neededBy' }),
            f.lines('items', {
              newLine: () => ({ quantity: 1 }),
              columns: (l) => [
                l.record('partId', 'jobs.parts', { width: 280 }),
                l.quantity('quantity', { width: 100 }),
                l.record('warehouseId', 'masterData.subWarehouses', { width: 200 }),
                l.flag('isBillable', { width: 90 }),
              ],
            }),
          ]),
          initialValues: ({ coverage }) => ({
            neededBy: null,
            items: [{ quantity: 1, isBillable: coverage === 'billable' }],
          }),
        },
        'return-parts': {
          fields: actionFields('jobs.returnParts', (f) => [
            f.custom('items', (props) => <PartsInHand {...props} />, { span: 6 }),
            f.longText('remark', { span: 6 }),
          ]),
          initialValues: (doc) => ({ items: handLinesOf(doc, false) }),
          body: (_doc, { items }) => ({ items: returnedBody(items as readonly HandLine[]) }),
        },
        'answer-checks': {
          fields: actionFields('jobs.answerChecks', (f) => [
            f.custom('checks', (props) => <ChecksField {...props} />, { span: 6 }),
          ]),
          initialValues: ({ checklist }) => ({ checks: checksOf(checklist) }),
          body: (_doc, { checks }) => ({ checks: checksBody(checks) }),
          hidden: ({ checklist }) => checklist.length === 0,
        },
        'technician-summary': {
          fields: actionFields('jobs.technicianSummary', (f) => [
            f.choice('result', JOB_RESULTS, { span: 6 }),
            f.record('causeCodeId', 'jobCodes.master', {
              span: 3,
              query: () => ({ kind: ['cause'] }),
            }),
            f.record('actionCodeId', 'jobCodes.master', {
              span: 3,
              query: () => ({ kind: ['action'] }),
            }),
            f.longText('workDone', { span: 6 }),
            f.choice('downtimeReason', DOWNTIME_REASONS, { span: 3 }),
            f.integer('meter', { span: 3 }),
            f.custom('used', (props) => <PartsInHand {...props} isUsed />, {
              span: 6,
              show: ({ used }) => Array.isArray(used) && used.length > 0,
            }),
            f.text('signedBy', { span: 6, show: isSolved, help: 'help.signedBy' }),
            f.custom('signature', (props) => <Signature {...props} />, { span: 6, show: isSolved }),
          ]),
          initialValues: (doc) => ({
            result: 'fixed',
            workDone: doc.workDone,
            meter: doc.meter,
            causeCodeId: doc.causeCode?.id ?? null,
            actionCodeId: doc.actionCode?.id ?? null,
            used: handLinesOf(doc, true),
          }),
          body: (_doc, values) =>
            settledBody((values.used ?? []) as readonly HandLine[], isSolved(values)),
        },
        complete: {
          fields: actionFields('jobs.complete', (f) => [
            f.text('signedBy', { span: 6 }),
            f.custom('signature', (props) => <Signature {...props} />, { span: 6 }),
          ]),
          initialValues: ({ signedBy }) => ({ signedBy }),
        },
        'final-report': {
          fields: actionFields('jobs.finalReport', (f) => [
            f.longText('finalReport', { span: 6, help: 'help.finalReport' }),
          ]),
          initialValues: ({ finalReport, workDone }) => ({ finalReport: finalReport ?? workDone }),
          primary: (doc) => mayClose(doc) && doc.finalReport === null,
        },
        ...estimateActions,
        invoice: invoiceAction,
        'manual-payment': { ...paymentAction, primary: () => true },
        close: { asks: true, primary: (doc) => doc.finalReport !== null && !mayCharge(doc) },
      }}
    />
  );
}

/** The customer is asked whether the work is worth its price. */
const isEstimateSent = ({ estimateStatus, coverage }: Doc): boolean =>
  coverage === 'billable' &&
  estimateStatus !== null &&
  startsFrom(estimateMachine, 'accept', estimateStatus);

/** The customer has not said yes, and is asked no longer: the dispatcher decides. */
const isEstimateRefused = (doc: Doc): boolean =>
  doc.coverage === 'billable' &&
  doc.estimateStatus !== null &&
  unsolvedJobStatuses.includes(doc.status) &&
  unapprovedEstimates.includes(doc.estimateStatus) &&
  !isEstimateSent(doc);

const ANSWER_TONES = { ok: 'success', failed: 'error', notApplicable: 'neutral' } as const;

/** The schedule that made the job, to those who see it, and the day for which it was planned. */
function ScheduleLink({ schedule }: { readonly schedule: NonNullable<Doc['schedule']> }) {
  const { id, name, day } = schedule;
  return (
    <>
      {id === null ? (
        name
      ) : (
        <PageLink page="maintenance-list" query={{ tab: 'schedules', record: id }}>
          {name}
        </PageLink>
      )}{' '}
      <DateText value={day} />
    </>
  );
}

type Values = Readonly<Record<string, unknown>>;
const isAccepted = ({ decision }: Values): boolean => decision === 'accept';
const isRefused = ({ decision }: Values): boolean => decision === 'reject';
const isSolved = ({ result }: Values): boolean =>
  typeof result === 'string' && isResolvedBy(result as 'fixed');

/** Accepted work is closed next, once its report is written. */
const mayClose = ({ status }: Doc): boolean => startsFrom(jobMachine, 'close', status);

/** The charge comes before the closing. */
const mayCharge = ({ allowedActions }: Doc): boolean => allowedActions.includes('invoice');

const isPhotoDue = (doc: Doc): boolean =>
  doc.startedAt !== null &&
  unsolvedJobStatuses.includes(doc.status) &&
  !isTerminal(jobMachine, doc.status) &&
  !doc.attachments.some(
    ({ kind, by, createdAt }) =>
      kind === 'photo' && by !== null && createdAt >= (doc.startedAt ?? ''),
  );

const when = (instant: string | null, locale: 'en' | 'th'): string =>
  instant === null ? '' : formatDateTime(instant, locale);
/** Fact: the job against its promised time. */
function slaOf({ slaState, slaDueAt }: Doc, word: string) {
  if (slaState === null || slaDueAt === null) return [];
  return [
    {
      key: 'slaState',
      value: (
        <span className={classes.sla}>
          <ToneTag tone={SLA_TONES[slaState]}>{word}</ToneTag> <DateTimeText value={slaDueAt} />
        </span>
      ),
    },
  ];
}

/** A document by its number, to those who may read it. */
function documentFact(key: string, found: Doc['contract'], page: string) {
  if (found?.id == null) return [];
  return [
    {
      key,
      value: (
        <PageLink page={page} params={{ id: found.id }}>
          {found.documentNo}
        </PageLink>
      ),
    },
  ];
}

/** Place of the job, with a link that leads a phone there. */
function Place({ doc }: { readonly doc: Doc }) {
  const t = useT('remote-repair-maintenance');
  const to =
    doc.latitude === null || doc.longitude === null
      ? encodeURIComponent(doc.place ?? '')
      : `${doc.latitude},${doc.longitude}`;
  return (
    <>
      {doc.place}{' '}
      <a
        href={`https://www.google.com/maps/dir/?api=1&destination=${to}`}
        target="_blank"
        rel="noreferrer"
      >
        {t('jobs.navigate')}
      </a>
    </>
  );
}
