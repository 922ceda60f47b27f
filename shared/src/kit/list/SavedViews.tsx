import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Popover from 'antd/es/popover';
import { Fragment, type ReactNode, useState } from 'react';
import { oneOptions, useEndpointMutation } from '../../client/query.ts';
import { lazyParts } from '../../runtime/lazyParts.tsx';
import { useNarrow } from '../../ui/data/useNarrow.ts';
import { DownIcon } from '../../ui/icons.ts';
import { Input } from '../../ui/inputs/Input.ts';
import { DeleteIcon, StarIcon } from '../../ui/moreIcons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import classes from './list.module.css';

// Sharing is seldom what the menu is opened for.
const sharing = lazyParts(() => import('../sharedViews/SharedViews.tsx'));
const SharedViews = sharing.part(({ SharedViews }) => SharedViews);
const ViewEditButton = sharing.part(({ ViewEditButton }) => ViewEditButton);
const ViewEditor = sharing.part(({ ViewEditor }) => ViewEditor);

interface SavedViewsProps {
  /** The list's name in the contract. */
  readonly list: string;
  readonly search: string;
  readonly onApply: (search: string) => void;
}

/** One's own named queries of this list, kept by the server so that every browser has them, and shared ones. */
export function SavedViews({ list, search, onApply }: SavedViewsProps): ReactNode {
  const t = useKitText();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [edited, setEdited] = useState<string>();
  const views = useQuery({
    ...oneOptions('savedViews.list', { query: { resource: list }, loading: false }),
    enabled: open || search !== '',
    staleTime: 5 * 60_000,
  });
  const create = useEndpointMutation('savedViews.create');
  const update = useEndpointMutation('savedViews.update');
  const forget = useEndpointMutation('savedViews.delete');
  const known = views.data?.views ?? [];
  const current = known.find((view) => view.query === search);
  const label = current ? t('views.current', { name: current.name }) : t('views.button');
  const apply = (query: string) => {
    onApply(query);
    setOpen(false);
  };
  const save = () => {
    const wanted = name.trim();
    if (wanted === '') return;
    const same = known.find((view) => view.name === wanted);
    const done = { onSuccess: () => setName('') };
    if (same) {
      update.mutate(
        { params: { id: same.id }, body: { version: same.version, query: search } },
        done,
      );
    } else create.mutate({ body: { resource: list, name: wanted, query: search } }, done);
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <div className={classes.menu}>
          <div className={classes.menuTitle}>{t('views.title')}</div>
          {known.length === 0 ? (
            <span>{t(views.isPending ? 'views.loading' : 'views.none')}</span>
          ) : null}
          {known.map((view) => (
            <Fragment key={view.id}>
              <div className={classes.menuRow}>
                <Button
                  type={view.id === current?.id ? 'link' : 'text'}
                  onClick={() => apply(view.query)}
                >
                  {view.name}
                </Button>
                <span>
                  <ViewEditButton
                    name={view.name}
                    isOpen={edited === view.id}
                    onClick={() => setEdited(edited === view.id ? undefined : view.id)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteIcon />}
                    aria-label={t('views.forget', { name: view.name })}
                    onClick={() => forget.mutate({ params: { id: view.id } })}
                  />
                </span>
              </div>
              {edited === view.id ? (
                <ViewEditor
                  list={list}
                  view={view}
                  search={search}
                  onClose={() => setEdited(undefined)}
                />
              ) : null}
            </Fragment>
          ))}
          <SharedViews list={list} own={known} onApply={apply} />
          <div className={classes.menuTitle}>{t('views.saveTitle')}</div>
          <div className={classes.menuRow}>
            <Input
              aria-label={t('views.name')}
              placeholder={t('views.name')}
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
              onPressEnter={save}
            />
            <Button onClick={save} loading={create.isPending || update.isPending}>
              {t('views.save')}
            </Button>
          </div>
        </div>
      }
    >
      <Button icon={<StarIcon />} {...(narrow ? { 'aria-label': label, title: label } : {})}>
        {narrow ? null : label}
        {narrow ? null : <DownIcon />}
      </Button>
    </Popover>
  );
}
