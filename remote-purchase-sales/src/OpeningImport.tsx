import { OPENING_COLUMNS } from '@boxyard/shared/domain/money/openingColumns.ts';
import { ImportButton } from '@boxyard/shared/kit';
import { addTexts, useT } from '@boxyard/shared/runtime';
import en from './i18n/opening.en.json';
import th from './i18n/opening.th.json';

// They come with the first file: no page waits for them.
addTexts('remote-purchase-sales', { en, th });

interface Props {
  readonly resource: keyof typeof OPENING_COLUMNS;
  readonly ability: string;
}

/** Takes over what ran, was owed or was paid before the books were kept here. */
export function OpeningImport({ resource, ability }: Props) {
  const t = useT('remote-purchase-sales');
  const column = (key: string, required: boolean) => ({
    key,
    required,
    title: t(`${resource}.field.${key}`),
    help: t([`opening.${resource}.${key}`, `opening.help.${key}`, 'opening.help.other']),
  });
  const { required, further } = OPENING_COLUMNS[resource];
  return (
    <ImportButton
      resource={resource}
      ability={ability}
      lead={t(`opening.${resource}.lead`)}
      columns={[
        ...required.map((key) => column(key, true)),
        ...further.map((key) => column(key, false)),
      ]}
    />
  );
}
