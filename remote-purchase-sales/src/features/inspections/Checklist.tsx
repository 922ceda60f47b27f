import { useEndpointMutation } from '@boxyard/shared/client';
import type { InspectionItem } from '@boxyard/shared/contract/areas/inspections.ts';
import {
  CHECK_RESULTS,
  formatLimits,
  isOutside,
  READING,
} from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { type CustomFieldProps, PhotoButton } from '@boxyard/shared/kit';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { Input, nameIn } from '@boxyard/shared/ui';
import { useParams } from 'react-router-dom';
import classes from './inspections.module.css';

/** What is sent of the items. */
export const findingsOf = (items: readonly InspectionItem[]) =>
  items.map(({ id, result, measured, note, photoIds }) => ({
    id,
    result,
    measured: measured || null,
    note: note || null,
    photoIds,
  }));

/** The checklist as it is filled in at the container, with one thumb: result, reading, note, photographs. */
export function Checklist({ value, onChange, disabled, errors }: CustomFieldProps) {
  const items = (value ?? []) as readonly InspectionItem[];
  const t = useT('remote-purchase-sales');
  if (items.length === 0) return <p className={classes.quiet}>{t('inspections.noChecklist')}</p>;
  return (
    <ol className={classes.items}>
      {items.map((item, index) => (
        <Item
          key={item.id}
          item={item}
          disabled={disabled}
          wrong={Object.entries(errors).flatMap(([path, said]) =>
            path.startsWith(`items[${index}].`) ? [said] : [],
          )}
          onChange={(patch) =>
            onChange(items.map((one) => (one.id === item.id ? { ...one, ...patch } : one)))
          }
        />
      ))}
    </ol>
  );
}

interface ItemProps {
  readonly item: InspectionItem;
  readonly disabled: boolean;
  readonly wrong: readonly string[];
  readonly onChange: (patch: Partial<InspectionItem>) => void;
}

function Item({ item, disabled, wrong, onChange }: ItemProps) {
  const t = useT('remote-purchase-sales');
  const name = nameIn(item, useLocale());
  // A reading outside of the limits cannot pass: it says so before it is sent.
  const read = (typed: string) => {
    const measured = typed.replace(',', '.');
    const isBad = READING.test(measured) && isOutside(measured, item);
    onChange({ measured, ...(isBad ? { result: 'fail' as const } : {}) });
  };
  return (
    <li className={classes.item}>
      <fieldset className={classes.results} disabled={disabled}>
        <legend className={classes.name}>
          {`${item.lineNo}. ${name}`}
          {item.unit ? <span className={classes.quiet}>{formatLimits(item)}</span> : null}
        </legend>
        {CHECK_RESULTS.map((result) => (
          <label key={result} className={classes.result} data-result={result}>
            <input
              type="radio"
              name={`result-${item.id}`}
              checked={item.result === result}
              onChange={() => onChange({ result })}
            />
            {t(`inspections.choice.check.${result}`)}
          </label>
        ))}
      </fieldset>
      <div className={classes.more}>
        {item.unit ? (
          <Input
            aria-label={t('inspections.measuredOf', { name })}
            placeholder={t('inspections.line.measured')}
            inputMode="decimal"
            suffix={item.unit}
            disabled={disabled}
            maxLength={11}
            value={item.measured ?? ''}
            onChange={(event) => read(event.target.value)}
          />
        ) : null}
        <Input
          aria-label={t('inspections.noteOf', { name })}
          placeholder={t('inspections.line.note')}
          disabled={disabled}
          maxLength={500}
          value={item.note ?? ''}
          onChange={(event) => onChange({ note: event.target.value })}
        />
        <Photos item={item} name={name} disabled={disabled} onChange={onChange} />
      </div>
      {wrong.map((said) => (
        <p key={said} className={classes.wrong}>
          {said}
        </p>
      ))}
    </li>
  );
}

/** Photographs go up at once, so that a lost connection costs one and not all. */
function Photos({
  item,
  name,
  disabled,
  onChange,
}: Omit<ItemProps, 'wrong'> & { readonly name: string }) {
  const t = useT('remote-purchase-sales');
  const { id = '' } = useParams();
  const attach = useEndpointMutation('inspections.attach');
  const send = async (files: readonly File[]) => {
    try {
      const { data } = await attach.mutateAsync({ params: { id }, body: { kind: 'photo' }, files });
      onChange({ photoIds: [...item.photoIds, ...data.map((photo) => photo.id)] });
    } catch {
      // The client has said what was wrong.
    }
  };
  return (
    <PhotoButton
      label={t('inspections.photoOf', { name })}
      loading={attach.isPending}
      disabled={disabled}
      onFiles={(files) => void send(files)}
    >
      {t('inspections.photos', { count: item.photoIds.length })}
    </PhotoButton>
  );
}
