import { useLocale, useT } from '@boxyard/shared/runtime';
import {
  Button,
  Checkbox,
  DownIcon,
  EmptyState,
  Input,
  nameIn,
  RightIcon,
  SearchIcon,
  WarningIcon,
} from '@boxyard/shared/ui';
import { type ReactNode, useState } from 'react';
import { byNeed, type Province, searched, uncovered } from './coverage.ts';
import classes from './territories.module.css';

interface Props {
  readonly provinces: readonly Province[];
  readonly onChoose: (chosen: string) => void;
}

/** Province by province what is covered and what is not, the least covered first. */
export function CoverageView({ provinces, onChoose }: Props): ReactNode {
  const t = useT('remote-admin');
  const [term, setTerm] = useState('');
  const [onlyOpen, setOnlyOpen] = useState(false);
  const ordered = byNeed(provinces);
  const shown = searched(onlyOpen ? uncovered(ordered) : ordered, term);
  const whole = new Map(provinces.map((province) => [province.id, province]));
  return (
    <div className={classes.coverage}>
      <div className={classes.coverHead}>
        <Input
          type="search"
          prefix={<SearchIcon />}
          value={term}
          placeholder={t('territories.search')}
          aria-label={t('territories.search')}
          onChange={(event) => setTerm(event.target.value)}
        />
        <Checkbox checked={onlyOpen} onChange={(event) => setOnlyOpen(event.target.checked)}>
          {t('territories.onlyUncovered')}
        </Checkbox>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={t(onlyOpen && term === '' ? 'territories.allCovered' : 'territories.nothingFound')}
        />
      ) : (
        <ul className={classes.provinces}>
          {shown.map((province) => (
            <ProvinceRow
              key={province.id}
              province={province}
              total={whole.get(province.id)?.amphoes.length ?? 0}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface RowProps {
  /** With the districts to be listed. */
  readonly province: Province;
  readonly total: number;
  readonly onChoose: (chosen: string) => void;
}

function ProvinceRow({ province, total, onChoose }: RowProps) {
  const t = useT('remote-admin');
  const locale = useLocale();
  const thai = locale === 'th';
  const [isOpen, setOpen] = useState(false);
  const share = total === 0 ? 0 : province.covered / total;
  return (
    <li className={classes.province}>
      <button
        type="button"
        className={classes.provinceHead}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.twist}>{isOpen ? <DownIcon /> : <RightIcon />}</span>
        <span className={classes.provinceName}>{thai ? province.nameTh : province.nameEn}</span>
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${share * 100}%` }} />
        </span>
        <span className={classes.figure}>
          {share === 0 ? <WarningIcon className={classes.warning} /> : null}{' '}
          {t('territories.ofDistricts', { covered: province.covered, total })}
        </span>
      </button>
      {isOpen ? (
        <ul className={classes.amphoes}>
          {province.amphoes.map(({ id, nameTh, nameEn, zone }) => (
            <li key={id}>
              <span>{thai ? nameTh : nameEn}</span>
              {zone ? (
                <Button
                  type="link"
                  size="small"
                  title={nameIn(zone, locale)}
                  onClick={() => onChoose(`zone-${zone.id}`)}
                >
                  {zone.code}
                  {zone.isActive ? '' : ` ${t('territories.inactive')}`}
                </Button>
              ) : (
                <span className={classes.other}>
                  <WarningIcon className={classes.warning} /> {t('territories.nobody')}
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
