import { oneOptions, registerContract } from '@boxyard/shared/client';
import { dashboardArea } from '@boxyard/shared/contract/areas/dashboard.ts';
import { mayDo, useAllowed, useLocale, usePick } from '@boxyard/shared/runtime';
import { formatDateTime } from '@boxyard/shared/ui/format/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allWidgets, type Widget } from '../federation/index.ts';
import { PageHeading } from '../layout/PageHeading.tsx';
import form from '../pages/parts/form.module.css';
import { Arrange } from './Arrange.tsx';
import styles from './DashboardPage.module.css';
import { Failed } from './Failed.tsx';
import { Figures } from './Figures.tsx';
import { InView } from './InView.tsx';
import { MyWork, SHOWN } from './MyWork.tsx';
import { visiblePieces } from './pieces.ts';
import { addDashboardTexts, useDashboardText } from './texts.ts';

registerContract(dashboardArea);
addDashboardTexts();

/** Title and border of a widget. */
const FRAME = 60;
const USUAL = { order: [], hidden: [] };

/** The room of a widget with its title, before anybody has come to see it. */
function Unseen({ widget: { name, title, height } }: { readonly widget: Widget }) {
  const pick = usePick();
  return (
    <section
      className={styles.piece}
      style={{ minHeight: height + FRAME }}
      aria-label={pick(title)}
      data-piece={name}
    >
      <h2>{pick(title)}</h2>
    </section>
  );
}

/** The page that people open in the morning: figures, work and charts (design, Pages). */
export function Page() {
  const t = useDashboardText();
  const locale = useLocale();
  const widgets = useAllowed(allWidgets()).filter(({ needs = [] }) => needs.every(mayDo));
  const query = useQuery(oneOptions('dashboard.summary', { query: { work: SHOWN } }));
  const [isArranging, setArranging] = useState(false);
  const { data } = query;
  const layout = data?.layout ?? USUAL;
  // Nothing is drawn that the person does not want: their order is known first, or will not come.
  const shown = data || query.isError ? visiblePieces(widgets, layout) : [];
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageHeading>{t('title')}</PageHeading>
        <span className={styles.asOf}>
          {data ? t('asOf', { when: formatDateTime(data.asOf, locale) }) : null}
        </span>
        {data ? (
          <button type="button" className={form.secondary} onClick={() => setArranging(true)}>
            {t('arrange.open')}
          </button>
        ) : null}
      </div>
      {query.isPending ? <div className={styles.strip} aria-hidden="true" /> : null}
      {query.isError && !data ? <Failed onRetry={() => void query.refetch()} /> : null}
      {data ? <Figures figures={data.figures} /> : null}
      <div className={styles.widgets}>
        <MyWork first={data?.work} isComing={query.isPending} />
        {shown.map((widget) => (
          <InView key={widget.name} span={widget.span} placeholder={<Unseen widget={widget} />}>
            <widget.Component />
          </InView>
        ))}
      </div>
      {isArranging && data ? (
        <Arrange
          offered={data.offered}
          shown={data.figures.map(({ key }) => key)}
          widgets={widgets}
          layout={layout}
          onClose={() => setArranging(false)}
          onDone={() => {
            setArranging(false);
            void query.refetch();
          }}
        />
      ) : null}
    </div>
  );
}
