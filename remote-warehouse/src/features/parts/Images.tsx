import { callRow, type FileAnswer, useEndpointMutation } from '@boxyard/shared/client';
import type { PartDetail } from '@boxyard/shared/contract';
import { MAX_PART_IMAGES } from '@boxyard/shared/domain';
import { notifyError, useCan, useT } from '@boxyard/shared/runtime';
import {
  Button,
  DeleteIcon,
  Modal,
  picturesOf,
  Skeleton,
  Space,
  useBlobUrl,
} from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import classes from './images.module.css';

type Part = Pick<PartDetail, 'id' | 'images'>;

/** Pictures of a part: the first one is its cover wherever the part is listed or chosen. */
export function Images({ part }: { readonly part: Part }) {
  const t = useT('remote-warehouse');
  const mayEdit = useCan('parts-warehouse:update');
  const input = useRef<HTMLInputElement>(null);
  const [large, setLarge] = useState<string | null>(null);
  const add = useEndpointMutation('parts.addImage');
  const set = useEndpointMutation('parts.setImages');
  const isBusy = add.isPending || set.isPending;
  const ids = part.images.map(({ id }) => id);
  const write = (imageIds: readonly string[]) =>
    set.mutate({ params: { id: part.id }, body: { imageIds: [...imageIds] } });
  const without = (id: string) => ids.filter((one) => one !== id);
  const upload = async (files: readonly File[]) => {
    for (const file of files) {
      const body = await picturesOf(file).catch(() => null);
      if (body) await add.mutateAsync({ params: { id: part.id }, body }).catch(() => null);
      else notifyError(t('parts.images.notRead'), file.name);
    }
  };
  return (
    <section aria-label={t('parts.images.title')}>
      <div className={classes.images}>
        {part.images.map(({ id, thumbnail }, index) => (
          <div key={id} className={classes.image}>
            <button
              type="button"
              className={classes.picture}
              aria-label={t('parts.images.open', { number: index + 1 })}
              onClick={() => setLarge(id)}
            >
              <img src={thumbnail} alt="" />
            </button>
            {mayEdit ? (
              <Space>
                <Button
                  size="small"
                  disabled={isBusy || index === 0}
                  onClick={() => write([id, ...without(id)])}
                >
                  {t(index === 0 ? 'parts.images.isCover' : 'parts.images.makeCover')}
                </Button>
                <Button
                  size="small"
                  type="text"
                  icon={<DeleteIcon />}
                  aria-label={t('parts.images.remove', { number: index + 1 })}
                  disabled={isBusy}
                  onClick={() => write(without(id))}
                />
              </Space>
            ) : null}
          </div>
        ))}
      </div>
      {mayEdit && ids.length < MAX_PART_IMAGES ? (
        <>
          <input
            ref={input}
            type="file"
            accept="image/*"
            multiple
            hidden
            aria-label={t('parts.images.add')}
            onChange={(event) => {
              void upload([...(event.target.files ?? [])].slice(0, MAX_PART_IMAGES - ids.length));
              event.target.value = '';
            }}
          />
          <Button loading={isBusy} onClick={() => input.current?.click()}>
            {t('parts.images.add')}
          </Button>
        </>
      ) : null}
      {large ? <Large partId={part.id} imageId={large} onClose={() => setLarge(null)} /> : null}
    </section>
  );
}

function Large(props: {
  readonly partId: string;
  readonly imageId: string;
  readonly onClose: () => void;
}) {
  const t = useT('remote-warehouse');
  const params = { id: props.partId, imageId: props.imageId };
  const found = useQuery({
    queryKey: ['parts.image', params],
    queryFn: async () => (await callRow('parts.image', { params })) as FileAnswer,
  });
  const url = useBlobUrl(found.data?.blob);
  return (
    <Modal open footer={null} width={900} title={t('parts.images.title')} onCancel={props.onClose}>
      {url ? (
        <img className={classes.large} src={url} alt={t('parts.images.title')} />
      ) : (
        <Skeleton active />
      )}
    </Modal>
  );
}
