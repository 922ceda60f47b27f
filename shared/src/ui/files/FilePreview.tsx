import { type ReactNode, Suspense } from 'react';
import { callRow, type FileAnswer } from '../../client/call.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';

export interface FilePreviewProps {
  /** A call of the contract that answers a file. */
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string>>;
  readonly title: string;
  readonly onClose: () => void;
  /** The file's own name, where the page knows it better than the answer. */
  readonly fileName?: string;
  readonly printable?: boolean;
}

// Comes with the first file that is looked at.
const Dialog = retryingLazy(async () => ({
  default: (await import('./FilePreviewDialog.tsx')).FilePreviewDialog,
}));

/** Shows a picture or a PDF, to look at, keep or print. */
export const FilePreview = (props: FilePreviewProps): ReactNode => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
);

/** Fetches a file and prints it without showing it first. */
export async function printFile(
  endpoint: string,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { blob } = (await callRow(endpoint, { params })) as FileAnswer;
  const url = URL.createObjectURL(blob);
  const frame = document.createElement('iframe');
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0';
  frame.src = url;
  frame.onload = () => frame.contentWindow?.print();
  document.body.append(frame);
  // The print dialog reads the frame for as long as it is open; a minute outlasts every dialog.
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(url);
  }, 60_000);
}
