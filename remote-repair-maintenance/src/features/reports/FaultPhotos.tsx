import { callRow, type FileAnswer } from '@boxyard/shared/client';
import type { FaultReportDetail } from '@boxyard/shared/contract/areas/faultReports.ts';
import { useT } from '@boxyard/shared/runtime';
import { FilePreview, useBlobUrl } from '@boxyard/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './reports.module.css';

const CALL = 'faultReports.photo';

interface PhotoProps {
  readonly params: { readonly id: string; readonly photoId: string };
  readonly title: string;
  readonly onShow: () => void;
}

/** A photograph in small; pressed, it is shown large. */
function Photo({ params, title, onShow }: PhotoProps) {
  const { data } = useQuery({
    queryKey: ['file', CALL, params],
    queryFn: () => callRow(CALL, { params, loading: false }) as Promise<FileAnswer>,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const url = useBlobUrl(data?.blob);
  return (
    <button type="button" className={classes.photo} aria-label={title} onClick={onShow}>
      {url ? <img src={url} alt="" /> : null}
    </button>
  );
}

/** Photographs of a report. */
export function FaultPhotos({ report }: { readonly report: FaultReportDetail }) {
  const t = useT('remote-repair-maintenance');
  const [shown, setShown] = useState<number | null>(null);
  const { id, photos } = report;
  if (photos.length === 0) return null;
  const titleOf = (index: number) => t('faultReports.photo', { number: index + 1 });
  const photo = shown === null ? undefined : photos[shown];
  return (
    <div className={classes.photos}>
      {photos.map(({ id: photoId }, index) => (
        <Photo
          key={photoId}
          params={{ id, photoId }}
          title={titleOf(index)}
          onShow={() => setShown(index)}
        />
      ))}
      {photo && shown !== null ? (
        <FilePreview
          endpoint={CALL}
          params={{ id, photoId: photo.id }}
          title={titleOf(shown)}
          onClose={() => setShown(null)}
        />
      ) : null}
    </div>
  );
}
