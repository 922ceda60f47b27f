import {
  dismissNotice,
  holdNotice,
  noticeStore,
  releaseNotice,
} from '@boxyard/shared/runtime/notify.ts';
import { Icon } from './icons.tsx';
import styles from './NoticeStack.module.css';

interface Props {
  readonly closeLabel: string;
  /** Opens a notice's link; without it links are plain. */
  readonly onFollow?: ((path: string) => void) | undefined;
}

/** The notices on screen. Each goes by itself, unless the pointer or the focus rests on it. */
export function NoticeStack({ closeLabel, onFollow }: Props) {
  const notices = noticeStore((state) => state.notices);
  return (
    <div className={styles.stack} data-testid="notices">
      {notices.map(({ id, type, title, detail, action }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: holding is a courtesy, not a control
        <div
          key={id}
          className={styles.notice}
          data-type={type}
          role={type === 'error' ? 'alert' : 'status'}
          onMouseEnter={() => holdNotice(id)}
          onMouseLeave={() => releaseNotice(id)}
          onFocus={() => holdNotice(id)}
          onBlur={() => releaseNotice(id)}
        >
          <Icon name={type} className={styles.icon} />
          <div className={styles.text}>
            <strong>{title}</strong>
            {detail ? <p>{detail}</p> : null}
            {action ? (
              <a
                href={action.path}
                onClick={(event) => {
                  if (!onFollow) return;
                  event.preventDefault();
                  dismissNotice(id);
                  onFollow(action.path);
                }}
              >
                {action.title}
              </a>
            ) : null}
          </div>
          <button type="button" aria-label={closeLabel} onClick={() => dismissNotice(id)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}
