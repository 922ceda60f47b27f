import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Select from 'antd/es/select';
import { type ReactNode, useId, useState } from 'react';
import { registerContract } from '../../client/call.ts';
import { oneOptions, useEndpointMutation } from '../../client/query.ts';
import { sharedViewsArea } from '../../contract/areas/sharedViews.ts';
import { addTexts, useLocale, useT } from '../../runtime/i18n.ts';
import { Input } from '../../ui/inputs/Input.ts';
import { EditIcon } from '../../ui/moreIcons.ts';
import listClasses from '../list/list.module.css';
import en from './i18n/en.json';
import th from './i18n/th.json';
import classes from './sharedViews.module.css';

addTexts('sharedViews', { en, th });
registerContract(sharedViewsArea);

/** One of one's own views. */
export interface OwnView {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly query: string;
}

const shared = (list: string) =>
  oneOptions('sharedViews.list', { query: { resource: list }, loading: false });

interface SharedViewsProps {
  readonly list: string;
  readonly own: readonly OwnView[];
  readonly onApply: (query: string) => void;
}

/** Views that others share with one's role: to be used and copied. */
export function SharedViews({ list, own, onApply }: SharedViewsProps): ReactNode {
  const t = useT('sharedViews');
  const { data } = useQuery(shared(list));
  const create = useEndpointMutation('savedViews.create');
  const takeOver = useEndpointMutation('sharedViews.takeOver');
  const views = data?.views ?? [];
  if (views.length === 0) return null;
  /** The view's name, or that name with a number where one has it already. */
  const freeName = (name: string): string => {
    const taken = new Set(own.map((view) => view.name));
    let count = 1;
    const named = () => (count === 1 ? name : `${name.slice(0, 74)} (${count})`);
    while (taken.has(named())) count += 1;
    return named();
  };
  return (
    <>
      <div className={listClasses.menuTitle}>{t('title')}</div>
      {views.map(({ id, name, query, owner, isAbandoned }) => (
        <div key={id} className={classes.row}>
          <span className={classes.view}>
            <Button type="text" onClick={() => onApply(query)}>
              {name}
            </Button>
            <span className={classes.owner}>
              {t(isAbandoned ? 'abandoned' : 'by', { name: owner.name })}
            </span>
          </span>
          {isAbandoned && data?.mayShare ? (
            <Button
              size="small"
              aria-label={t('takeOver', { name })}
              loading={takeOver.isPending}
              onClick={() => takeOver.mutate({ params: { id } })}
            >
              {t('takeOverShort')}
            </Button>
          ) : (
            <Button
              size="small"
              aria-label={t('copy', { name })}
              loading={create.isPending}
              onClick={() =>
                create.mutate({ body: { resource: list, name: freeName(name), query } })
              }
            >
              {t('copyShort')}
            </Button>
          )}
        </div>
      ))}
    </>
  );
}

interface ViewEditButtonProps {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

/** Opens and closes the editor of one's own view. */
export function ViewEditButton({ name, isOpen, onClick }: ViewEditButtonProps): ReactNode {
  const t = useT('sharedViews');
  return (
    <Button
      type="text"
      size="small"
      icon={<EditIcon />}
      aria-label={t('change', { name })}
      aria-expanded={isOpen}
      onClick={onClick}
    />
  );
}

interface ViewEditorProps {
  readonly list: string;
  readonly view: OwnView;
  /** Query string of the list as it stands. */
  readonly search: string;
  readonly onClose: () => void;
}

/** Renames one's own view, replaces what it shows, and shares it with roles. */
export function ViewEditor({ list, view, search, onClose }: ViewEditorProps): ReactNode {
  const t = useT('sharedViews');
  const locale = useLocale();
  const id = useId();
  const { data } = useQuery(shared(list));
  const [name, setName] = useState(view.name);
  const [isReplaced, setReplaced] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>();
  const update = useEndpointMutation('savedViews.update');
  const share = useEndpointMutation('sharedViews.share');
  const before = data?.sharing.find((one) => one.id === view.id)?.roleIds ?? [];
  const roleIds = chosen ?? before;
  const params = { id: view.id };
  const save = async () => {
    const isShared =
      chosen !== undefined && [...chosen].sort().join() !== [...before].sort().join();
    const isChanged = name.trim() !== view.name || isReplaced;
    try {
      if (isChanged) {
        await update.mutateAsync({
          params,
          body: {
            version: view.version,
            name: name.trim(),
            ...(isReplaced ? { query: search } : {}),
          },
        });
      }
      if (isShared) {
        const version = view.version + (isChanged ? 1 : 0);
        await share.mutateAsync({ params, body: { version, roleIds: [...roleIds] } });
      }
      onClose();
    } catch {
      // The client has said why; what was typed stays.
    }
  };
  return (
    <div className={classes.editor}>
      <div className={classes.field}>
        <label htmlFor={`${id}-name`}>{t('name')}</label>
        <Input
          id={`${id}-name`}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Checkbox checked={isReplaced} onChange={(event) => setReplaced(event.target.checked)}>
        {t('useShown')}
      </Checkbox>
      {data?.mayShare || roleIds.length > 0 ? (
        <div className={classes.field}>
          <label htmlFor={`${id}-roles`}>{t('sharedWith')}</label>
          <Select
            id={`${id}-roles`}
            mode="multiple"
            allowClear
            placeholder={t('nobody')}
            showSearch={{ optionFilterProp: 'label' }}
            value={[...roleIds]}
            onChange={(next: string[]) => setChosen(next)}
            options={(data?.roles ?? []).map(({ id: value, labelEn, labelTh }) => ({
              value,
              label: locale === 'th' ? labelTh : labelEn,
            }))}
          />
        </div>
      ) : null}
      <span className={classes.help}>{t(data?.mayShare === false ? 'mayNot' : 'rights')}</span>
      <div className={classes.buttons}>
        <Button
          type="primary"
          disabled={name.trim() === ''}
          loading={update.isPending || share.isPending}
          onClick={() => void save()}
        >
          {t('save')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </div>
  );
}
