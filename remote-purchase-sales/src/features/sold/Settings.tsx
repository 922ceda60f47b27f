import type { SoldContainer, SoldContainerChange } from '@boxyard/shared/contract';
import { bangkokDate } from '@boxyard/shared/domain';
import { CallDialog } from '@boxyard/shared/kit';
import { useCan, useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  DateText,
  Facts,
  Money,
  nameIn,
  Percent,
  RelativeTime,
  Table,
  ToneTag,
} from '@boxyard/shared/ui';
import { type ReactNode, useState } from 'react';
import classes from './sold.module.css';
import {
  activeFields,
  costFields,
  lineFields,
  priceFields,
  reasonFields,
  settingFields,
  soldContainers,
  templateFields,
} from './sold.resource.tsx';

interface OfContainer {
  readonly row: SoldContainer;
}
type Asked = 'active' | 'line' | 'cost' | 'priceOptions' | 'setting' | 'template' | 'taken';

/** What holds for a container now, each part with the way to change it. */
export function Settings({ row }: OfContainer) {
  const t = useT('remote-purchase-sales');
  const [asked, setAsked] = useState<Asked | null>(null);
  const seesCost = useCan('products:view-cost');
  const open = (part: Asked) => () => setAsked(part);
  return (
    <>
      <Section
        title={t('sold.section.active')}
        button={t(row.isActive ? 'sold.switchOff' : 'sold.switchOn')}
        onClick={open('active')}
      >
        {row.isActive ? (
          <p className={classes.quiet}>
            <ToneTag tone="success">{t('sold.state.on')}</ToneTag>{' '}
            {row.activeSince === null ? null : <DateText value={row.activeSince} />}
          </p>
        ) : (
          <ToneTag tone="neutral">{t('sold.state.off')}</ToneTag>
        )}
      </Section>
      <Section
        title={t('sold.section.line')}
        button={t(row.isLineEnabled ? 'sold.lineOff' : 'sold.lineOn')}
        onClick={open('line')}
      >
        <p className={classes.quiet}>
          {row.isLineEnabled ? t('sold.lineTo', { target: row.lineTarget }) : t('sold.noLine')}
        </p>
      </Section>
      {seesCost ? (
        <Section title={t('sold.section.cost')} button={t('sold.change')} onClick={open('cost')}>
          <CostFacts cost={row.cost} />
        </Section>
      ) : null}
      <Section
        title={t('sold.section.priceOptions')}
        button={t('sold.change')}
        onClick={open('priceOptions')}
      >
        <PriceTable options={row.priceOptions} listPrices={row.template?.listPrices ?? []} />
      </Section>
      <Section
        title={t('sold.section.setting')}
        button={t('sold.change')}
        onClick={open('setting')}
      >
        <SettingFacts setting={row.setting} />
      </Section>
      <Section
        title={t('sold.section.template')}
        button={t('sold.change')}
        onClick={open('template')}
      >
        <Template row={row} onTake={open('taken')} />
      </Section>
      {asked ? <Dialog row={row} asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly button: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Section({ title, button, onClick, children }: SectionProps) {
  const may = useCan('products:setting');
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h3>{title}</h3>
        {may ? (
          <Button size="small" onClick={onClick} aria-label={`${title}: ${button}`}>
            {button}
          </Button>
        ) : null}
      </div>
      {children}
    </section>
  );
}

function CostFacts({ cost }: Pick<SoldContainer, 'cost'>) {
  const t = useT('remote-purchase-sales');
  if (cost === null) return <p className={classes.quiet}>{t('sold.noCost')}</p>;
  const fact = (key: string, value: ReactNode) => ({ key, label: t(`sold.field.${key}`), value });
  return (
    <Facts
      items={[
        fact('fixedPerMonth', <Money value={cost.fixedPerMonth} />),
        fact('perUnit', <Money value={cost.perUnit} />),
        fact('revenueSharePercent', <Percent value={cost.revenueSharePercent} />),
      ]}
    />
  );
}

type ListPrices = NonNullable<SoldContainer['template']>['listPrices'];

interface PriceTableProps {
  readonly options: SoldContainer['priceOptions'];
  /** List prices of the container's model, shown in a column of their own. */
  readonly listPrices?: ListPrices;
}

function PriceTable({ options, listPrices = [] }: PriceTableProps) {
  const t = useT('remote-purchase-sales');
  const listed = new Map(listPrices.map(({ key, price }) => [key, price]));
  if (options.length === 0) return <p className={classes.quiet}>{t('sold.noPrices')}</p>;
  return (
    <Table
      label={t('sold.section.priceOptions')}
      density="compact"
      keepTable
      rows={options}
      rowKey={({ key }) => key}
      columns={[
        { key: 'label', title: t('sold.line.label'), render: ({ label }) => label },
        { key: 'key', title: t('sold.line.key'), render: ({ key }) => key },
        {
          key: 'price',
          title: t('sold.line.price'),
          align: 'right',
          render: ({ price }) => <Money value={price} />,
        },
        ...(listed.size > 0
          ? [
              {
                key: 'listPrice',
                title: t('sold.line.listPrice'),
                align: 'right' as const,
                render: ({ key }: SoldContainer['priceOptions'][number]) => (
                  <Money value={listed.get(key) ?? null} />
                ),
              },
            ]
          : []),
        ...(options.some(({ cost }) => cost !== null)
          ? [
              {
                key: 'cost',
                title: t('sold.line.cost'),
                align: 'right' as const,
                render: ({ cost }: SoldContainer['priceOptions'][number]) => <Money value={cost} />,
              },
            ]
          : []),
        {
          key: 'state',
          title: t('sold.line.isActive'),
          render: ({ isActive }) => (
            <ToneTag tone={isActive ? 'success' : 'neutral'}>
              {t(isActive ? 'sold.offered' : 'sold.notOffered')}
            </ToneTag>
          ),
        },
      ]}
    />
  );
}

function SettingFacts({ setting }: Pick<SoldContainer, 'setting'>) {
  const t = useT('remote-purchase-sales');
  const given = Object.entries(setting).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  if (given.length === 0) return <p className={classes.quiet}>{t('sold.noSetting')}</p>;
  const words = (name: string, value: unknown): string => {
    if (name === 'screenLanguage') return t(`sold.language.${String(value)}`);
    if (Array.isArray(value)) {
      return value.map((one) => t(`transactions.choice.channel.${String(one)}`)).join(', ');
    }
    return String(value);
  };
  return (
    <Facts
      items={given.map(([name, value]) => ({
        key: name,
        label: t(`sold.field.${name}`),
        value: words(name, value),
      }))}
    />
  );
}

function ListPriceFacts({ listPrices }: { readonly listPrices: ListPrices }) {
  return (
    <Facts
      items={listPrices.map(({ key, label, price }) => ({
        key,
        label,
        value: <Money value={price} />,
      }))}
    />
  );
}

/** The template of the model's settings, and the offer to a container that is set otherwise. */
function Template({ row, onTake }: OfContainer & { readonly onTake: () => void }) {
  const t = useT('remote-purchase-sales');
  const may = useCan('products:setting');
  const { template } = row;
  const isEmpty =
    template === null ||
    (Object.keys(template.setting).length === 0 && template.listPrices.length === 0);
  if (isEmpty) return <p className={classes.quiet}>{t('sold.template.none')}</p>;
  return (
    <>
      <p className={classes.quiet}>{t('sold.template.own')}</p>
      <SettingFacts setting={template.setting} />
      {template.listPrices.length > 0 ? <ListPriceFacts listPrices={template.listPrices} /> : null}
      {template.differs ? (
        <p className={classes.change}>
          <ToneTag tone="warning">{t('sold.template.differs')}</ToneTag>
          {may ? (
            <Button size="small" onClick={onTake}>
              {t('sold.template.take')}
            </Button>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

const NO_COST = { fixedPerMonth: '0.00', perUnit: '0.00', revenueSharePercent: '0.00' };

function Dialog({
  row,
  asked,
  onClose,
}: OfContainer & { readonly asked: Asked; readonly onClose: () => void }) {
  const t = useT('remote-purchase-sales');
  const wanted = { productId: row.productId, version: row.version };
  const locale = useLocale();
  const effectiveDate = bangkokDate(new Date());
  const shared = { resource: soldContainers, onDone: onClose, onClose };
  const named = (part: string) => ({
    title: t(`sold.dialog.${part}.title`, { serial: row.serialNumber }),
    consequence: t(`sold.dialog.${part}.text`),
    okText: t(`sold.dialog.${part}.ok`),
  });
  switch (asked) {
    case 'active':
      return (
        <CallDialog
          {...shared}
          {...named(row.isActive ? 'off' : 'on')}
          endpoint="productContracts.active"
          fields={activeFields}
          initialValues={{}}
          toBody={(values) => ({ ...values, ...wanted, active: !row.isActive })}
        />
      );
    case 'line':
      return (
        <CallDialog
          {...shared}
          {...named(row.isLineEnabled ? 'lineOff' : 'lineOn')}
          endpoint="productContracts.lineSetting"
          fields={row.isLineEnabled ? [] : lineFields}
          initialValues={{ lineTarget: row.lineTarget ?? '' }}
          toBody={(values) => ({
            ...(row.isLineEnabled ? {} : given(values)),
            ...wanted,
            enabled: !row.isLineEnabled,
          })}
        />
      );
    case 'cost':
      return (
        <CallDialog
          {...shared}
          {...named('cost')}
          endpoint="productContracts.cost"
          fields={costFields}
          initialValues={{ effectiveDate, cost: row.cost ?? NO_COST }}
          toBody={(values) => ({ ...values, ...wanted })}
        />
      );
    case 'priceOptions':
      return (
        <CallDialog
          {...shared}
          {...named('priceOptions')}
          endpoint="productContracts.priceOption"
          fields={priceFields}
          initialValues={{ effectiveDate, priceOptions: offered(row) }}
          toBody={(values) => ({ ...values, ...wanted })}
        />
      );
    case 'setting':
      return (
        <CallDialog
          {...shared}
          {...named('setting')}
          endpoint="productContracts.setting"
          fields={settingFields}
          initialValues={{ effectiveDate, setting: row.setting }}
          toBody={(values) => ({ ...values, ...wanted })}
        />
      );
    case 'template':
      return (
        <CallDialog
          {...shared}
          {...named('template')}
          title={t('sold.dialog.template.title', { model: nameIn(row.productModel, locale) })}
          endpoint="productContracts.template"
          fields={templateFields}
          initialValues={{
            setting: row.template?.setting ?? row.setting,
            listPrices: row.template?.listPrices ?? [],
          }}
          toBody={(values) => ({
            ...values,
            productId: row.productId,
            templateVersion: row.template?.version ?? null,
          })}
        />
      );
    case 'taken':
      return (
        <CallDialog
          {...shared}
          {...named('taken')}
          endpoint="productContracts.setting"
          fields={settingFields}
          initialValues={{ effectiveDate, setting: row.template?.setting ?? {} }}
          toBody={(values) => ({ ...values, ...wanted })}
        />
      );
  }
}

/** A container that offers nothing yet begins with the list prices of its model. */
const offered = ({ priceOptions, template }: SoldContainer) =>
  priceOptions.length > 0
    ? priceOptions
    : (template?.listPrices ?? []).map((one) => ({ ...one, cost: null, isActive: true }));

/** What was typed: an empty token or receiver stays as it was. */
const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));

/** Every dated change, the latest first; one that is not taken back can be. */
export function Changes({ row }: OfContainer) {
  const t = useT('remote-purchase-sales');
  const seesCost = useCan('products:view-cost');
  const may = useCan('products:setting');
  const [asked, setAsked] = useState<SoldContainerChange | null>(null);
  if (row.changes.length === 0) return <p className={classes.quiet}>{t('sold.noChanges')}</p>;
  return (
    <>
      <ol className={classes.changes}>
        {row.changes.map((change) => (
          <li key={change.id} className={classes.section}>
            <div className={classes.change}>
              <strong>{t(`sold.section.${change.kind}`)}</strong>
              <span>
                {t('sold.from')} <DateText value={change.effectiveDate} />{' '}
                <ChangeState change={change} />
              </span>
            </div>
            <p className={classes.quiet}>
              {change.by?.name} · <RelativeTime value={change.createdAt} />
            </p>
            <ChangeValue change={change} />
            {may && change.revertedAt === null && (change.kind !== 'cost' || seesCost) ? (
              <Button size="small" onClick={() => setAsked(change)}>
                {t('sold.takeBack')}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
      {asked ? (
        <CallDialog
          endpoint="productContracts.revert"
          params={{ id: row.id, changeId: asked.id }}
          resource={soldContainers}
          title={t('sold.dialog.revert.title')}
          consequence={t('sold.dialog.revert.text')}
          okText={t('sold.takeBack')}
          fields={reasonFields.revert}
          initialValues={{}}
          toBody={(values) => ({ ...values, version: row.version })}
          onDone={() => setAsked(null)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

interface OfChange {
  readonly change: SoldContainerChange;
}

function ChangeState({ change }: OfChange) {
  const t = useT('remote-purchase-sales');
  if (change.revertedAt !== null) return <ToneTag tone="neutral">{t('sold.takenBack')}</ToneTag>;
  if (change.isInForce) return <ToneTag tone="success">{t('sold.inForce')}</ToneTag>;
  return null;
}

function ChangeValue({ change }: OfChange) {
  if (change.priceOptions !== null) return <PriceTable options={change.priceOptions} />;
  if (change.setting !== null) return <SettingFacts setting={change.setting} />;
  return change.cost === null ? null : <CostFacts cost={change.cost} />;
}
