import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReportDef, ReportSummary } from '../../contract/report.ts';
import type { ResourceText } from '../resource/useResourceText.ts';
import { fieldKeys } from '../resource/useResourceText.ts';
import { Change, Measure } from './Measure.tsx';
import classes from './report.module.css';

/** The figures of the whole query above a report, each leading to the rows that it counts. */
export function ReportFigures({
  report,
  summary,
  text,
  linkOf,
}: {
  readonly report: ReportDef;
  readonly summary: ReportSummary;
  readonly text: ResourceText;
  /** Query of the report cut by a filter. */
  readonly linkOf: (filter: { readonly name: string; readonly value: readonly string[] }) => string;
}): ReactNode {
  const { values, before = {} } = summary;
  const shown = Object.entries(report.measures).filter(
    ([name, { isInner }]) => !isInner && name in values,
  );
  return (
    <dl className={classes.figures}>
      {shown.map(([name, measure]) => {
        const figure = <Measure kind={measure.kind} value={values[name]} />;
        return (
          <div key={name} className={classes.figure}>
            <dt>{text(fieldKeys(name))}</dt>
            <dd>
              {measure.filter ? (
                <Link to={{ search: linkOf(measure.filter) }}>{figure}</Link>
              ) : (
                figure
              )}
            </dd>
            {Object.entries(before).map(([against, figures]) => (
              <Change
                key={against}
                measure={measure}
                value={values[name]}
                before={figures?.[name]}
                against={against}
                text={text}
              />
            ))}
          </div>
        );
      })}
    </dl>
  );
}
