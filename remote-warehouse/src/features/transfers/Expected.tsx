import { useT } from '@boxyard/shared/runtime';
import { DateText, ToneTag } from '@boxyard/shared/ui';
import classes from '../../lines.module.css';

interface Props {
  readonly transfer: {
    readonly expectedDate: string;
    readonly isLate: boolean;
    readonly hasMissing: boolean;
  };
}

/** When goods should be there, and whether they are late or some are missing (2.8). */
export function Expected({ transfer }: Props) {
  const t = useT('remote-warehouse');
  return (
    <span className={classes.marked}>
      <span className={classes.nowrap}>
        <DateText value={transfer.expectedDate} />
      </span>
      {transfer.isLate ? <ToneTag tone="error">{t('transfers.late')}</ToneTag> : null}
      {transfer.hasMissing ? <ToneTag tone="error">{t('transfers.missing')}</ToneTag> : null}
    </span>
  );
}
