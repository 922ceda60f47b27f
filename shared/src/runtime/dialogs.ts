import { create } from 'zustand';

/** A question that must be answered before something happens; drawn by the host. */
export interface ConfirmRequest {
  readonly title: string;
  /** The consequence in words. */
  readonly body?: string;
  /** The verb and the thing: "Cancel request". */
  readonly okText: string;
  readonly cancelText?: string;
  readonly danger?: boolean;
  /** Asks for a reason, which comes back with the answer. */
  readonly reason?: { readonly label: string; readonly required: boolean; readonly max?: number };
}

export type ConfirmAnswer =
  | { readonly ok: true; readonly reason: string | null }
  | { readonly ok: false };

export interface OpenDialog {
  readonly request: ConfirmRequest;
  readonly answer: (answer: ConfirmAnswer) => void;
}

export const dialogStore = create<{ readonly open: OpenDialog | null }>(() => ({ open: null }));

/** Asks and waits; a second question before the first is answered takes its place. */
export function confirm(request: ConfirmRequest): Promise<ConfirmAnswer> {
  dialogStore.getState().open?.answer({ ok: false });
  return new Promise((resolve) => {
    dialogStore.setState({
      open: {
        request,
        answer: (answer) => {
          dialogStore.setState({ open: null });
          resolve(answer);
        },
      },
    });
  });
}
